// SPDX-License-Identifier: LGPL-2.1-or-later
// Qt's QODBC plug-in: queries both ways, bound values, batches, scrolling, table models, catalog.
#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>
#include <QtCore/QTextStream>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlDriver>
#include <QtSql/QSqlError>
#include <QtSql/QSqlField>
#include <QtSql/QSqlIndex>
#include <QtSql/QSqlQuery>
#include <QtSql/QSqlQueryModel>
#include <QtSql/QSqlRecord>

static QTextStream out(stdout);
static QString brand;
static bool ours;

static void show(const QStringList &values)
{
    out << values.join("|") << "\n";
    out.flush();
}

static QString text(const QVariant &value)
{
    if (value.isNull())
        return "NULL";
    if (value.type() == QVariant::ByteArray)
        return value.toByteArray().toHex();
    if (value.type() == QVariant::DateTime)
        return value.toDateTime().toString("yyyy-MM-dd HH:mm:ss.zzz");
    if (value.type() == QVariant::Double)
        return QString::number(value.toDouble(), 'g', 15);
    return value.toString();
}

static void failed(const QSqlQuery &query)
{
    show({"UNEXPECTED", query.lastError().text(), query.lastQuery()});
}

static void showRows(QSqlQuery &query)
{
    while (query.next()) {
        QStringList row;
        for (int i = 0; i < query.record().count(); i++)
            row << text(query.value(i));
        show(row);
    }
}

static void run(const QString &sql)
{
    QSqlQuery query;
    if (!query.exec(sql))
        failed(query);
    else
        showRows(query);
}

static void people(const QString &columns = "name VARCHAR(30), born DATE")
{
    run("DROP TABLE IF EXISTS people");
    run("CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, " + columns + ")");
}

static void select()
{
    for (bool forward : {false, true})
        for (const char *sql : {"SELECT k, g, v, b, a, s FROM w ORDER BY k",
                                "SELECT k, dt, ts, f, s FROM e ORDER BY k",
                                "SELECT g, COUNT(*) AS n, SUM(v) AS s FROM w GROUP BY g ORDER BY g"}) {
            QSqlQuery query;
            query.setForwardOnly(forward);
            if (!query.exec(sql)) {
                failed(query);
                continue;
            }
            for (int i = 0; i < query.record().count(); i++) {
                QSqlField field = query.record().field(i);
                show({field.name(), QVariant::typeToName(field.type()),
                      QString::number(field.precision())});
            }
            showRows(query);
        }
}

static void bound()
{
    people();
    QSqlQuery query;
    query.prepare("INSERT INTO people (id, name, born) VALUES (?, ?, ?)");
    const QList<QVariantList> rows = {{1, "Ann", QDate(1980, 2, 29)},
                                      {2, QVariant(QVariant::String), QVariant(QVariant::Date)},
                                      {3, "O'Neil", QDate(1999, 12, 31)},
                                      {4, QString::fromUtf8("Zoë 日本"), QVariant(QVariant::Date)}};
    for (const QVariantList &row : rows) {
        for (const QVariant &value : row)
            query.addBindValue(value);
        if (!query.exec())
            failed(query);
        show({QString::number(query.numRowsAffected())});
    }
    run("SELECT * FROM people ORDER BY id");
    query.prepare("SELECT id, name FROM people WHERE name = :name OR id = :id ORDER BY id");
    query.bindValue(":name", "O'Neil");
    query.bindValue(":id", 1);
    if (!query.exec())
        failed(query);
    showRows(query);
    query.prepare("SELECT k, g FROM w WHERE k = ?");
    for (int k : {5, 60, 99}) {
        query.bindValue(0, k);
        if (!query.exec())
            failed(query);
        showRows(query);
        query.finish();
    }
}

static void batch()
{
    people();
    QSqlQuery query;
    query.prepare("INSERT INTO people (id, name) VALUES (?, ?)");
    QVariantList ids, names;
    for (int i = 0; i < 30; i++) {
        ids << i;
        names << (i % 4 ? QVariant("n" + QString::number(i)) : QVariant(QVariant::String));
    }
    query.addBindValue(ids);
    query.addBindValue(names);
    if (!query.execBatch())
        failed(query);
    run("SELECT * FROM people ORDER BY id");
}

static void longValues()
{
    const QString types = brand == "pg" ? "s TEXT, data BYTEA"
                          : brand == "my" ? "s LONGTEXT, data LONGBLOB" : "s TEXT, data BLOB";
    people(types);
    QSqlQuery query;
    query.prepare("INSERT INTO people (id, s, data) VALUES (?, ?, ?)");
    for (int i = 1; i < 5; i++) {
        QByteArray data;
        for (int j = 0; j < 3000 * i; j++)
            data.append(char(j));
        query.addBindValue(i);
        query.addBindValue(QString("äb").repeated(1000 * i));
        query.addBindValue(data);
        if (!query.exec())
            failed(query);
        QSqlQuery back;
        if (!back.exec(QString("SELECT s, data FROM people WHERE id = %1").arg(i)) || !back.next())
            failed(back);
        show({QString::number(back.value(0).toString().size()),
              QString::number(back.value(0).toString() == QString("äb").repeated(1000 * i)),
              QString::number(back.value(1).toByteArray() == data)});
    }
    run("DELETE FROM people");
}

static void scroll()
{
    QStringList statements = {"SELECT k FROM w ORDER BY k"};
    if (brand != "my")
        statements << "SELECT k FROM t WHERE k = 3";
    for (const QString &sql : statements) {
        QSqlQuery query;
        if (!query.exec(sql))
            failed(query);
        // MariaDB's driver finds nothing more after the last row, nor the last row twice.
        for (int row : {0, 5, 2, 63, 64})
            if (brand != "my" || row < 63)
                show({QString::number(query.seek(row)), text(query.value(0))});
        if (brand != "my") {
            show({QString::number(query.last()), text(query.value(0))});
            show({QString::number(query.previous()), text(query.value(0))});
        }
        show({QString::number(query.first()), text(query.value(0))});
        show({QString::number(query.seek(3, true)), QString::number(query.at())});
    }
}

static void model()
{
    QSqlQueryModel model;
    model.setQuery("SELECT k, g, v FROM w ORDER BY k DESC");
    while (model.canFetchMore())
        model.fetchMore();
    show({QString::number(model.rowCount()), QString::number(model.columnCount()),
          text(model.data(model.index(0, 0))), text(model.data(model.index(63, 0))),
          model.headerData(1, Qt::Horizontal).toString()});
}

static void transactions()
{
    people();
    QSqlDatabase database = QSqlDatabase::database();
    show({QString::number(database.transaction())});
    run("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    show({QString::number(database.rollback())});
    run("SELECT COUNT(*) FROM people");
    database.transaction();
    run("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    show({QString::number(database.commit())});
    run("SELECT * FROM people ORDER BY id");
}

static void catalog()
{
    QSqlDatabase database = QSqlDatabase::database();
    QStringList tables = database.tables(), ours;
    for (const char *name : {"t", "u", "w", "orders", "r", "s1", "nosuch"})
        ours << QString::number(tables.filter(QRegExp(QString("^(public\\.)?%1$").arg(name))).size() > 0);
    show(ours);
    for (const char *table : {"w", "e", "orders"}) {
        QSqlRecord record = database.record(table);
        for (int i = 0; i < record.count(); i++)
            show({table, record.field(i).name(), QVariant::typeToName(record.field(i).type()),
                  QString::number(record.field(i).requiredStatus())});
    }
    for (const char *table : {"w", "q", "t"}) {
        QSqlIndex index = database.primaryIndex(table);
        show({table, index.count() ? index.field(0).name() : "none"});
    }
}

static void features()
{
    QSqlDriver *driver = QSqlDatabase::database().driver();
    for (int feature : {QSqlDriver::Transactions, QSqlDriver::BLOB, QSqlDriver::Unicode,
                        QSqlDriver::PreparedQueries, QSqlDriver::PositionalPlaceholders,
                        QSqlDriver::BatchOperations})
        show({QString::number(feature), QString::number(driver->hasFeature(QSqlDriver::DriverFeature(feature)))});
    show({driver->escapeIdentifier("w", QSqlDriver::TableName)});
}

static void errors()
{
    for (const char *sql : {"SELECT nosuch FROM w", "SELEC 1", "SELECT 1 FROM nosuch",
                            "INSERT INTO q VALUES (3, NULL, 1)"}) {
        QSqlQuery query;
        show({QString::number(query.exec(sql)), QString::number(query.lastError().type())});
    }
    run("SELECT COUNT(*) FROM w");
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    out.setCodec("UTF-8");
    brand = argv[2];
    ours = brand == argv[1];
    QSqlDatabase database = QSqlDatabase::addDatabase("QODBC");
    database.setDatabaseName(argv[1]);
    if (!database.open()) {
        show({"UNEXPECTED", database.lastError().text()});
        return 1;
    }
    const struct {
        const char *name;
        void (*test)();
    } tests[] = {{"select", select}, {"bound", bound}, {"batch", batch}, {"long_values", longValues},
                 {"scroll", scroll}, {"model", model}, {"transactions", transactions},
                 {"catalog", catalog}, {"features", features}, {"errors", errors}};
    for (const auto &one : tests) {
        out << "== " << one.name << "\n";
        out.flush();
        one.test();
    }
    return 0;
}
