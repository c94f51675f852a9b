// SPDX-License-Identifier: LGPL-2.1-or-later
// SOCI's ODBC back end: into and use, vectors, rowsets, bulk inserts, transactions, errors.
#include <soci/soci-config.h>
// Its bindings for Boost need headers that nothing else here does.
#undef SOCI_HAVE_BOOST
#include <soci/odbc/soci-odbc.h>
#include <soci/soci.h>

#include <ctime>
#include <iostream>
#include <sstream>

using soci::indicator;
using soci::into;
using soci::session;
using soci::use;

static std::string dsn, brand;

static session *connect()
{
    soci::connection_parameters parameters(soci::odbc, "DSN=" + dsn);
    parameters.set_option(soci::odbc_option_driver_complete, "0");
    return new session(parameters);
}

static std::string text(const soci::row &row, std::size_t i)
{
    if (row.get_indicator(i) == soci::i_null)
        return "NULL";
    std::ostringstream out;
    out.precision(15);
    switch (row.get_properties(i).get_data_type()) {
    case soci::dt_integer:
        out << row.get<int>(i);
        break;
    case soci::dt_long_long:
        out << row.get<long long>(i);
        break;
    case soci::dt_unsigned_long_long:
        out << row.get<unsigned long long>(i);
        break;
    case soci::dt_double:
        out << row.get<double>(i);
        break;
    case soci::dt_date: {
        std::tm when = row.get<std::tm>(i);
        char buffer[64];
        std::strftime(buffer, sizeof buffer, "%Y-%m-%d %H:%M:%S", &when);
        out << buffer;
        break;
    }
    default:
        out << row.get<std::string>(i);
    }
    return out.str();
}

static void show_rows(session &sql, const std::string &query)
{
    soci::rowset<soci::row> rows = sql.prepare << query;
    bool first = true;
    for (const soci::row &row : rows) {
        for (std::size_t i = 0; first && i < row.size(); i++)
            std::cout << row.get_properties(i).get_name() << ":"
                      << row.get_properties(i).get_data_type() << (i + 1 < row.size() ? "|" : "\n");
        first = false;
        for (std::size_t i = 0; i < row.size(); i++)
            std::cout << text(row, i) << (i + 1 < row.size() ? "|" : "\n");
    }
}

static void people(session &sql)
{
    sql << "DROP TABLE IF EXISTS people";
    sql << "CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(30), ratio DOUBLE "
           "PRECISION)";
}

static void select(session &sql)
{
    show_rows(sql, "SELECT k, g, v, b, s FROM w ORDER BY k");
    show_rows(sql, "SELECT k, dt, f FROM e ORDER BY k");
    show_rows(sql, "SELECT g, COUNT(*) AS n FROM w GROUP BY g ORDER BY g");
}

static void single_values(session &sql)
{
    int count = 0, k = 12;
    std::string name;
    indicator ind;
    sql << "SELECT COUNT(*) FROM w", into(count);
    sql << "SELECT s FROM w WHERE k = :k", use(k), into(name, ind);
    std::cout << count << "|" << name << "|" << (ind == soci::i_ok) << "|" << sql.got_data() << "\n";
    k = 58;
    sql << "SELECT a FROM w WHERE k = :k", use(k, "k"), into(name, ind);
    std::cout << (ind == soci::i_null) << "\n";
    k = 999;
    sql << "SELECT s FROM w WHERE k = :k", use(k), into(name, ind);
    std::cout << sql.got_data() << "\n";
}

static void vectors(session &sql)
{
    std::vector<int> ks(20);
    std::vector<std::string> gs(20);
    std::vector<indicator> inds(20);
    soci::statement statement =
        (sql.prepare << "SELECT k, g FROM w ORDER BY k", into(ks), into(gs, inds));
    statement.execute();
    while (statement.fetch()) {
        std::cout << ks.size();
        for (std::size_t i = 0; i < ks.size(); i++)
            std::cout << "|" << ks[i] << (inds[i] == soci::i_null ? "-" : gs[i]);
        std::cout << "\n";
        ks.resize(20);
        gs.resize(20);
        inds.resize(20);
    }
}

static void bulk(session &sql)
{
    people(sql);
    std::vector<int> ids;
    std::vector<std::string> names;
    std::vector<double> ratios;
    std::vector<indicator> inds;
    for (int i = 0; i < 50; i++) {
        ids.push_back(i);
        names.push_back("name " + std::to_string(i));
        ratios.push_back(i / 8.0);
        inds.push_back(i % 7 ? soci::i_ok : soci::i_null);
    }
    // The arrays of sqliteodbc and of MariaDB's driver are of no use.
    if (dsn == brand || brand == "pg")
        sql << "INSERT INTO people (id, name, ratio) VALUES (:id, :name, :ratio)", use(ids),
            use(names, inds), use(ratios);
    else
        for (int i = 0; i < 50; i++)
            sql << "INSERT INTO people (id, name, ratio) VALUES (:id, :name, :ratio)", use(ids[i]),
                use(names[i], inds[i]), use(ratios[i]);
    show_rows(sql, "SELECT * FROM people ORDER BY id");
}

static void prepared(session &sql)
{
    people(sql);
    int id;
    std::string name;
    soci::statement insert =
        (sql.prepare << "INSERT INTO people (id, name) VALUES (:id, :name)", use(id), use(name));
    for (id = 1; id < 10; id++) {
        name = std::string(id, 'x');
        insert.execute(true);
    }
    soci::statement update = (sql.prepare << "UPDATE people SET name = :n WHERE id > :id",
                              use(name, "n"), use(id, "id"));
    name = "more";
    id = 6;
    update.execute(true);
    std::cout << update.get_affected_rows() << "\n";
    show_rows(sql, "SELECT id, name FROM people ORDER BY id");
}

static void transactions(session &sql)
{
    people(sql);
    {
        soci::transaction transaction(sql);
        sql << "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')";
    }
    int count;
    sql << "SELECT COUNT(*) FROM people", into(count);
    std::cout << count << "\n";
    soci::transaction transaction(sql);
    sql << "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')";
    transaction.commit();
    show_rows(sql, "SELECT * FROM people ORDER BY id");
}

static void errors(session &sql)
{
    for (const char *query : {"SELECT nosuch FROM w", "SELEC 1", "SELECT 1 FROM nosuch",
                              "INSERT INTO q VALUES (3, NULL, 1)"}) {
        try {
            sql << query;
            std::cout << "no error\n";
        } catch (const soci::odbc_soci_error &problem) {
            std::cout << "error|" << problem.odbc_error_code() << "\n";
        }
    }
    show_rows(sql, "SELECT COUNT(*) AS n FROM w");
    std::cout << sql.get_backend_name() << "\n";
}

int main(int argc, char **argv)
{
    dsn = argv[1];
    brand = argv[2];
    const struct {
        const char *name;
        void (*test)(session &);
    } tests[] = {{"select", select}, {"single_values", single_values}, {"vectors", vectors},
                 {"bulk", bulk}, {"prepared", prepared}, {"transactions", transactions},
                 {"errors", errors}};
    for (const auto &one : tests) {
        std::cout << "== " << one.name << std::endl;
        try {
            std::unique_ptr<session> sql(connect());
            one.test(*sql);
        } catch (const std::exception &problem) {
            std::cout << "UNEXPECTED " << problem.what() << std::endl;
        }
    }
    return 0;
}
