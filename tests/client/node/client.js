// SPDX-License-Identifier: LGPL-2.1-or-later
// The odbc package of Node.js: calls from a pool of threads, statements, cursors, catalog, errors.
'use strict';

const odbc = require('odbc');

const [, , dsn, brand] = process.argv;
const ours = dsn === brand;
const tests = [];

function show(...values) {
    console.log(values.map((value) => {
        if (value === null || value === undefined) return 'NULL';
        if (typeof value === 'bigint') return value.toString();
        if (value instanceof ArrayBuffer) return Buffer.from(value).toString('hex');
        return String(value);
    }).join('|'));
}

function showRows(rows) {
    for (const row of rows) show(...Object.values(row));
}

function test(name, run) {
    tests.push([name, run]);
}

async function people(link, columns = 'name VARCHAR(30), ratio DOUBLE PRECISION') {
    await link.query('DROP TABLE IF EXISTS people');
    await link.query(`CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, ${columns})`);
}

test('select', async (link) => {
    for (const sql of ['SELECT k, g, v, b, s FROM w ORDER BY k', 'SELECT k, dt, ts, f, s FROM e ORDER BY k',
        'SELECT g, COUNT(*) AS n, SUM(v) AS s FROM w GROUP BY g ORDER BY g']) {
        const rows = await link.query(sql);
        for (const column of rows.columns) show(column.name, column.dataType, column.columnSize, column.nullable);
        showRows(rows);
        show(rows.length);
    }
});

test('parameters', async (link) => {
    await people(link);
    for (const row of [[1, 'Ann', 1.5], [2, null, null], [3, "O'Neil", -0.25], [4, 'Zoë', 1e10]])
        show((await link.query('INSERT INTO people (id, name, ratio) VALUES (?, ?, ?)', row)).count);
    showRows(await link.query('SELECT * FROM people ORDER BY id'));
    showRows(await link.query('SELECT id, name FROM people WHERE name = ?', ["O'Neil"]));
    showRows(await link.query('SELECT k, g FROM w WHERE k IN (?, ?) ORDER BY k', [5, 60]));
});

test('statement', async (link) => {
    const statement = await link.createStatement();
    await statement.prepare('SELECT k, s FROM w WHERE k = ?');
    for (const k of [1, 12, 31, 99]) {
        await statement.bind([k]);
        showRows(await statement.execute());
    }
    await statement.close();
});

test('cursor', async (link) => {
    // MariaDB's driver loses rows after the first block.
    const size = ours || brand !== 'my' ? 10 : 100;
    const cursor = await link.query('SELECT k, g FROM w ORDER BY k', { cursor: true, fetchSize: size });
    const found = [];
    while (!cursor.noData) {
        const rows = await cursor.fetch();
        if (rows.length > size) show('UNEXPECTED', rows.length);
        found.push(...rows.map((row) => row.k));
    }
    show(...found);
    await cursor.close();
});

test('large', async (link) => {
    await people(link, brand === 'my' ? 's LONGTEXT' : 's TEXT');
    for (let i = 1; i < 5; i++)
        await link.query(`INSERT INTO people (id, s) VALUES (${i}, '${'äb'.repeat(2000 * i)}')`);
    for (const row of await link.query('SELECT id, s FROM people ORDER BY id'))
        show(row.id, row.s.length, row.s === 'äb'.repeat(2000 * row.id));
    await link.query('DELETE FROM people');
});

test('transactions', async (link) => {
    await people(link);
    await link.beginTransaction();
    await link.query("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    await link.rollback();
    showRows(await link.query('SELECT COUNT(*) AS n FROM people'));
    await link.beginTransaction();
    await link.query("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    await link.commit();
    showRows(await link.query('SELECT * FROM people ORDER BY id'));
});

test('catalog', async (link) => {
    const wanted = 'c d e items n orders q r rg s1 t u w z'.split(' ');
    const tables = await link.tables(null, null, null, 'TABLE');
    show(...tables.filter((row) => ['whole', '', null].includes(row.TABLE_CAT === undefined ? null : row.TABLE_CAT) &&
        wanted.includes(row.TABLE_NAME)).map((row) => row.TABLE_NAME).sort());
    for (const table of ['w', 'd', 'e', 'nosuch'])
        for (const row of await link.columns(null, null, table, null))
            show(row.TABLE_NAME, row.COLUMN_NAME, row.DATA_TYPE, row.TYPE_NAME, row.NULLABLE);
    for (const table of ['w', 'q', 't'])
        for (const row of await link.primaryKeys(null, null, table)) show(row.TABLE_NAME, row.COLUMN_NAME, row.KEY_SEQ);
});

test('errors', async (link) => {
    for (const sql of ['SELECT nosuch FROM w', 'SELEC 1', 'SELECT 1 FROM nosuch', 'INSERT INTO q VALUES (3, NULL, 1)']) {
        try {
            await link.query(sql);
            show('no error');
        } catch (problem) {
            show('error', problem.odbcErrors[0].state);
        }
    }
    showRows(await link.query('SELECT COUNT(*) AS n FROM w'));
});

test('pool', async () => {
    const pool = await odbc.pool({ connectionString: `DSN=${dsn}`, initialSize: 3, maxSize: 6 });
    const found = await Promise.all([...Array(24).keys()].map((i) => pool.query(`SELECT k, g FROM w WHERE k = ${i + 1}`)));
    for (const rows of found) showRows(rows);
    const counts = await Promise.all([...Array(12).keys()].map(() => pool.query('SELECT COUNT(*) AS n FROM w')));
    show(...counts.map((rows) => Object.values(rows[0])[0]));
    await pool.close();
});

(async () => {
    for (const [name, run] of tests) {
        console.log(`== ${name}`);
        try {
            const link = await odbc.connect(`DSN=${dsn}`);
            await run(link);
            await link.close();
        } catch (problem) {
            console.log('UNEXPECTED', problem.message, JSON.stringify(problem.odbcErrors));
        }
    }
})();
