# SPDX-License-Identifier: LGPL-2.1-or-later
# R's RODBC: queries, tables written and read whole, catalog, transactions, errors.
library(RODBC)

arguments <- commandArgs(trailingOnly = TRUE)
dsn <- arguments[1]
brand <- arguments[2]
options(width = 200, digits = 15)

# SQLite's driver says that every result has no rows; RODBC knows MySQL, but not MariaDB by name.
quote <- if (brand == "my") "`" else '"'
connect <- function() odbcConnect(dsn, believeNRows = brand != "sl" || dsn == brand, colQuote = quote, tabQuote = quote)

show <- function(...) cat(..., sep = "|", fill = FALSE, "\n")

people <- function(channel, columns = "name VARCHAR(30), born DATE") {
    sqlQuery(channel, "DROP TABLE IF EXISTS people")
    sqlQuery(channel, paste0("CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, ", columns, ")"))
}

tests <- list(
    query = function() {
        channel <- connect()
        for (sql in c("SELECT k, g, v, b, a, s FROM w ORDER BY k", "SELECT k, dt, ts, f FROM e ORDER BY k",
                      "SELECT g, COUNT(*) AS n, SUM(v) AS total FROM w GROUP BY g ORDER BY g")) {
            frame <- sqlQuery(channel, sql, stringsAsFactors = FALSE)
            show(sapply(frame, function(column) class(column)[1]))
            print(frame)
        }
        try(close(channel), silent = TRUE)
    },
    options = function() {
        channel <- connect()
        print(sqlQuery(channel, "SELECT k, s FROM w ORDER BY k", as.is = TRUE, max = 10))
        print(sqlGetResults(channel, as.is = TRUE, max = 5))
        print(sqlQuery(channel, "SELECT k FROM w ORDER BY k", rows_at_time = 7)$k)
        print(sqlQuery(channel, "SELECT k FROM w ORDER BY k", rows_at_time = 1024, believeNRows = FALSE)$k)
        print(sqlQuery(channel, "SELECT k, g FROM t WHERE k > 1000"))
        try(close(channel), silent = TRUE)
    },
    save = function() {
        channel <- connect()
        people(channel, "name VARCHAR(30), ratio DOUBLE PRECISION")
        frame <- data.frame(id = 1:30, name = ifelse(1:30 %% 5, paste0("näme ", 1:30), NA), ratio = 1:30 / 8,
                            stringsAsFactors = FALSE)
        show(sqlSave(channel, frame, "people", append = TRUE, rownames = FALSE))
        print(sqlQuery(channel, "SELECT * FROM people ORDER BY id", stringsAsFactors = FALSE))
        show(sqlSave(channel, transform(frame, id = id + 100L), "people", append = TRUE, rownames = FALSE, fast = FALSE))
        print(sqlQuery(channel, "SELECT COUNT(*) AS n, MAX(id) AS top FROM people"))
        changed <- data.frame(id = c(3L, 8L), name = c("three", "eight"), ratio = c(0.5, 0.25),
                              stringsAsFactors = FALSE)
        show(sqlUpdate(channel, changed, "people", index = "id"))
        fetched <- sqlFetch(channel, "people", stringsAsFactors = FALSE)
        print(fetched[order(fetched$id), ][1:10, ], row.names = FALSE)
        if (brand != "sl") show(sqlClear(channel, "people"))
        print(sqlQuery(channel, "SELECT COUNT(*) AS n FROM people"))
        show(sqlDrop(channel, "people"))
        try(close(channel), silent = TRUE)
    },
    catalog = function() {
        channel <- connect()
        tables <- sqlTables(channel, tableType = "TABLE")
        show(sort(intersect(tables$TABLE_NAME, c("t", "u", "w", "orders", "items", "r", "s1"))))
        for (table in c("w", "d", "e")) {
            columns <- sqlColumns(channel, table)
            if (brand == "my") columns <- columns[columns$TABLE_CAT == "whole", ]
            print(columns[, c("COLUMN_NAME", "DATA_TYPE", "TYPE_NAME", "NULLABLE")], row.names = FALSE)
        }
        print(as.character(sqlPrimaryKeys(channel, "w")$COLUMN_NAME))
        info <- sqlTypeInfo(channel, "integer")
        print(as.character(info$TYPE_NAME))
        show(odbcGetInfo(channel)[c("DBMS_Name", "DBMS_Ver")])
        try(close(channel), silent = TRUE)
    },
    transactions = function() {
        channel <- connect()
        people(channel)
        odbcSetAutoCommit(channel, FALSE)
        sqlQuery(channel, "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')")
        odbcEndTran(channel, FALSE)
        print(sqlQuery(channel, "SELECT COUNT(*) AS n FROM people"))
        sqlQuery(channel, "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')")
        odbcEndTran(channel, TRUE)
        odbcSetAutoCommit(channel, TRUE)
        print(sqlQuery(channel, "SELECT id, name FROM people ORDER BY id"))
        try(close(channel), silent = TRUE)
    },
    errors = function() {
        channel <- connect()
        for (sql in c("SELECT nosuch FROM w", "SELEC 1", "SELECT 1 FROM nosuch", "INSERT INTO q VALUES (3, NULL, 1)")) {
            message <- sqlQuery(channel, sql)
            show(is.character(message), substr(message[1], 1, 5))
        }
        print(sqlQuery(channel, "SELECT COUNT(*) AS n FROM w"))
        try(close(channel), silent = TRUE)
    }
)

for (name in names(tests)) {
    cat("==", name, "\n")
    tryCatch(tests[[name]](), error = function(problem) cat("UNEXPECTED", conditionMessage(problem), "\n"))
}
odbcCloseAll()
