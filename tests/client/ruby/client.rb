# SPDX-License-Identifier: LGPL-2.1-or-later
# ruby-odbc, its narrow and its UTF-8 library: parameters, catalog, cursors, transactions, errors.
require ARGV[2]

$stdout.sync = true
DSN, BRAND, _, KIND = ARGV
TYPES = {
  'pg' => { text: 'TEXT', blob: 'BYTEA', double: 'DOUBLE PRECISION' },
  'my' => { text: 'LONGTEXT', blob: 'LONGBLOB', double: 'DOUBLE' },
  'sl' => { text: 'TEXT', blob: 'BLOB', double: 'DOUBLE' }
}.fetch(BRAND)
TESTS = []
# The narrow library is an ODBC 2 application, the other one of ODBC 3 and wide.
SAME = { -9 => 12, -10 => -1, 9 => 91, 11 => 93, 'S1000' => 'HY000', 'S0022' => '42S22', 'S0002' => '42S02',
         '37000' => '42000' }.freeze

def test(name, &block)
  TESTS << [name, block]
end

def show(*values)
  puts values.map { |value| value.nil? ? 'NULL' : value.to_s }.join('|')
end

# A statement's rows, then the statement is dropped.
def show_rows(statement)
  statement.each { |row| show(*row) }
  statement.drop
end

def state_of
  yield
  show('no error')
rescue ODBC::Error => e
  state = e.message[/^(\S+)/, 1]
  show('error', SAME.fetch(state, state))
end

def people(link, columns = 'name VARCHAR(30), born DATE')
  link.do('DROP TABLE IF EXISTS people')
  link.do("CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, #{columns})")
end

test("select") do
  link = ODBC.connect(DSN)
  ['SELECT k, g, v, b, a, s FROM w ORDER BY k', 'SELECT k, dt, ts, f, s FROM e ORDER BY k',
   'SELECT g, COUNT(*), SUM(v) FROM w GROUP BY g ORDER BY g'].each do |sql|
    statement = link.run(sql)
    statement.columns(true).each { |c| show(c.name, SAME.fetch(c.type, c.type), c.length, c.nullable, c.scale) }
    show_rows(statement)
  end
  link.disconnect
end

test("parameters") do
  link = ODBC.connect(DSN)
  people(link, "name VARCHAR(30), born DATE, ratio #{TYPES[:double]}")
  insert = link.prepare('INSERT INTO people (id, name, born, ratio) VALUES (?, ?, ?, ?)')
  [[1, 'Ann', ODBC::Date.new('1980-02-29'), 1.5], [2, nil, nil, nil], [3, "O'Neil", nil, -0.25],
   [4, 'Zoë', nil, 1e10]].each do |row|
    insert.execute(*row)
    show(insert.nrows)
  end
  insert.drop
  show_rows(link.run('SELECT * FROM people ORDER BY id'))
  show_rows(link.run('SELECT id, name FROM people WHERE name = ?', "O'Neil"))
  show_rows(link.run('SELECT k, g FROM w WHERE k = ? OR k = ? ORDER BY k', 5, '7'))
  select = link.prepare('SELECT g FROM w WHERE k = ?')
  [1, 2, 99].each do |k|
    select.execute(k)
    show(k, *select.fetch_all.to_a.flatten)
  end
  select.drop
  link.disconnect
end

test("long") do
  link = ODBC.connect(DSN)
  people(link, "s #{TYPES[:text]}")
  # sqliteodbc says that no column is longer than 65536.
  (1..3).each { |i| link.do('INSERT INTO people (id, s) VALUES (?, ?)', i, 'abc' * 5000 * i) }
  link.run('SELECT id, s FROM people ORDER BY id').each { |id, s| show(id, s.length, s == 'abc' * 5000 * id) }
  link.do('DELETE FROM people')
  link.disconnect
end

test('fetch_forms') do
  link = ODBC.connect(DSN)
  statement = link.run('SELECT k, g FROM w ORDER BY k')
  show(*statement.fetch)
  show(*statement.fetch_many(3).flatten)
  show(statement.fetch_hash.map { |k, v| "#{k}=#{v}" }.sort)
  show(statement.fetch_hash(true).keys.sort)
  show(statement.ncols, statement.column(0).name)
  statement.drop
  statement = link.run('SELECT k FROM w ORDER BY k')
  show(statement.fetch_all.flatten.sum)
  statement.drop
  show(link.run('SELECT k, v FROM t ORDER BY k') { |s| s.to_a.length })
  link.disconnect
end

test('scroll') do
  link = ODBC.connect(DSN)
  statement = link.newstmt
  statement.cursortype = ODBC::SQL_CURSOR_STATIC
  statement.prepare('SELECT k FROM t ORDER BY k')
  statement.execute
  show(*statement.fetch_first)
  show(*statement.fetch_scroll(ODBC::SQL_FETCH_LAST))
  show(*statement.fetch_scroll(ODBC::SQL_FETCH_PRIOR))
  show(*statement.fetch_scroll(ODBC::SQL_FETCH_ABSOLUTE, 2))
  show(*statement.fetch_scroll(ODBC::SQL_FETCH_RELATIVE, 2))
  show(*statement.fetch_first)
  statement.drop
  link.disconnect
end

test('transactions') do
  link = ODBC.connect(DSN)
  people(link)
  link.autocommit = false
  show(link.do("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')"))
  link.rollback
  show_rows(link.run('SELECT COUNT(*) FROM people'))
  link.transaction do
    link.do("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')")
  end
  begin
    link.transaction do
      link.do('DELETE FROM people')
      raise 'no'
    end
  rescue RuntimeError
    show('rolled back')
  end
  link.autocommit = true
  show_rows(link.run('SELECT * FROM people ORDER BY id'))
  link.disconnect
end

test('catalog') do
  link = ODBC.connect(DSN)
  names = link.tables.fetch_all.select { |row| ['whole', '', nil].include?(row[0]) && row[3] == 'TABLE' }
  show(*names.map { |row| row[2] }.sort)
  %w[w d e orders nosuch].each do |table|
    statement = link.columns(table)
    (statement.fetch_all || []).each { |row| show(*row[2..3], SAME.fetch(row[4], row[4]), row[5], row[10]) }
    statement.drop
  end
  %w[w q t].each do |table|
    statement = link.primary_keys(table)
    (statement.fetch_all || []).each { |row| show(row[2], row[3], row[4]) }
    statement.drop
  end
  statement = link.indexes('q', true)
  (statement.fetch_all || []).each { |row| show(row[3], row[8]) if row[8] }
  statement.drop
  statement = link.types(ODBC::SQL_INTEGER)
  show(*statement.fetch_all.first[0..1])
  statement.drop
  show(link.foreign_keys('w').fetch_all.to_a.length, link.procedures('nosuch').fetch_all.to_a.length)
  link.disconnect
end

test('information') do
  link = ODBC.connect(DSN)
  [ODBC::SQL_DBMS_NAME, ODBC::SQL_DBMS_VER, ODBC::SQL_IDENTIFIER_QUOTE_CHAR, ODBC::SQL_TXN_CAPABLE,
   ODBC::SQL_IDENTIFIER_CASE].each { |kind| show(kind, link.get_info(kind).to_s.delete("\0")) }
  show(link.connected?, link.autocommit)
  link.disconnect
  show(link.connected?)
end

test('errors') do
  link = ODBC.connect(DSN)
  ['SELECT nosuch FROM w', 'SELEC 1', 'SELECT 1 FROM nosuch', 'INSERT INTO q VALUES (3, NULL, 1)'].each do |sql|
    state_of { link.run(sql) }
  end
  show_rows(link.run('SELECT COUNT(*) FROM w'))
  link.disconnect
end

TESTS.each do |name, block|
  puts "== #{KIND} #{name}"
  begin
    block.call
  rescue StandardError => e
    puts "UNEXPECTED #{e.class} #{e.message} #{e.backtrace.first}"
  end
end
