// SPDX-License-Identifier: LGPL-2.1-or-later
// POCO's Data library over ODBC: record sets, bound rows, bulk, limits, LOBs, transactions, errors.
#include <Poco/Data/ODBC/Connector.h>
#include <Poco/Data/ODBC/ODBCException.h>
#include <Poco/Data/ODBC/Utility.h>
#include <Poco/Data/BulkBinding.h>
#include <Poco/Data/RecordSet.h>
#include <Poco/Data/Session.h>
#include <Poco/Data/Transaction.h>
#include <Poco/Nullable.h>

#include <iostream>

using namespace Poco::Data::Keywords;
using Poco::Data::RecordSet;
using Poco::Data::Session;
using Poco::Data::Statement;

static std::string dsn, brand;

static void show_rows(Session &session, const std::string &query)
{
    Statement statement(session);
    statement << query, now;
    RecordSet rows(statement);
    for (std::size_t i = 0; i < rows.columnCount(); i++)
        std::cout << rows.columnName(i) << ":" << rows.columnType(i)
                  << (i + 1 < rows.columnCount() ? "|" : "\n");
    for (bool more = rows.moveFirst(); more; more = rows.moveNext())
        for (std::size_t i = 0; i < rows.columnCount(); i++)
            std::cout << (rows.value(i).isEmpty() ? "NULL" : rows.value(i).convert<std::string>())
                      << (i + 1 < rows.columnCount() ? "|" : "\n");
    std::cout << rows.rowCount() << " rows\n";
}

static void people(Session &session)
{
    session << "DROP TABLE IF EXISTS people", now;
    session << "CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(30), ratio "
               "DOUBLE PRECISION)", now;
}

static void select(Session &session)
{
    show_rows(session, "SELECT k, g, v, b, s FROM w ORDER BY k");
    show_rows(session, "SELECT k, dt, f FROM e ORDER BY k");
    show_rows(session, "SELECT g, COUNT(*) AS n FROM w GROUP BY g ORDER BY g");
}

static void bound(Session &session)
{
    people(session);
    int id = 0;
    Poco::Nullable<std::string> name;
    double ratio = 0;
    Statement insert(session);
    insert << "INSERT INTO people VALUES (?, ?, ?)", use(id), use(name), use(ratio);
    for (id = 1; id < 12; id++) {
        if (id % 4)
            name = "name " + std::to_string(id);
        else
            name.clear();
        ratio = id / 8.0;
        std::cout << insert.execute() << " ";
    }
    std::cout << "\n";
    show_rows(session, "SELECT * FROM people ORDER BY id");
    std::vector<int> ids;
    std::vector<double> ratios;
    session << "SELECT id, ratio FROM people WHERE id > ? ORDER BY id", bind(7), into(ids),
        into(ratios), now;
    for (std::size_t i = 0; i < ids.size(); i++)
        std::cout << ids[i] << "|" << ratios[i] << "\n";
}

static void many(Session &session)
{
    people(session);
    std::vector<int> ids;
    std::vector<std::string> names;
    std::vector<double> ratios;
    for (int i = 0; i < 40; i++) {
        ids.push_back(i);
        names.push_back("n" + std::to_string(i));
        ratios.push_back(i / 4.0);
    }
    // The arrays of sqliteodbc and of MariaDB's driver are of no use.
    if (dsn == brand || brand == "pg")
        session << "INSERT INTO people VALUES (?, ?, ?)", use(ids, Poco::Data::Keywords::bulk),
            use(names, Poco::Data::Keywords::bulk), use(ratios, Poco::Data::Keywords::bulk), now;
    else
        session << "INSERT INTO people VALUES (?, ?, ?)", use(ids), use(names), use(ratios), now;
    show_rows(session, "SELECT * FROM people ORDER BY id");
}

static void limits(Session &session)
{
    int k = 0;
    Statement statement(session);
    statement << "SELECT k FROM w ORDER BY k", into(k), range(0, 1);
    int sum = 0;
    while (!statement.done() && statement.execute() > 0)
        sum += k;
    std::cout << sum << "\n";
    std::vector<int> ks;
    session << "SELECT k FROM w ORDER BY k", into(ks), limit(10), now;
    std::cout << ks.size() << "|" << ks.front() << "|" << ks.back() << "\n";
}

static void transactions(Session &session)
{
    people(session);
    session.setFeature("autoCommit", false);
    session.begin();
    session << "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')", now;
    session.rollback();
    show_rows(session, "SELECT COUNT(*) AS n FROM people");
    {
        Poco::Data::Transaction transaction(session);
        session << "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')", now;
        transaction.commit();
    }
    session.setFeature("autoCommit", true);
    show_rows(session, "SELECT * FROM people ORDER BY id");
}

static void errors(Session &session)
{
    for (const char *query : {"SELECT nosuch FROM w", "SELEC 1", "SELECT 1 FROM nosuch",
                              "INSERT INTO q VALUES (3, NULL, 1)"}) {
        try {
            session << query, now;
            std::cout << "no error\n";
        } catch (const Poco::Data::ODBC::StatementException &problem) {
            std::cout << "error|" << problem.diagnostics().sqlState(0) << "\n";
        }
    }
    show_rows(session, "SELECT COUNT(*) AS n FROM w");
}

static void features(Session &session)
{
    std::cout << session.isConnected() << "|" << session.canTransact() << "|"
              << session.getFeature("autoCommit") << "\n";
}

int main(int argc, char **argv)
{
    dsn = argv[1];
    brand = argv[2];
    Poco::Data::ODBC::Connector::registerConnector();
    const struct {
        const char *name;
        void (*test)(Session &);
    } tests[] = {{"select", select}, {"bound", bound}, {"many", many}, {"limits", limits},
                 {"transactions", transactions}, {"errors", errors}, {"features", features}};
    for (const auto &one : tests) {
        std::cout << "== " << one.name << std::endl;
        try {
            Session session("ODBC", "DSN=" + dsn);
            one.test(session);
        } catch (const Poco::Exception &problem) {
            std::cout << "UNEXPECTED " << problem.displayText() << std::endl;
        }
    }
    return 0;
}
