#!/usr/bin/perl
# SPDX-License-Identifier: LGPL-2.1-or-later
# DBD::ODBC: parameters of all kinds, arrays, catalog, transactions, long values, errors.
use strict;
use warnings;
use DBI qw(:sql_types);

# The package is built without wide calls: texts are bytes in UTF-8.
$| = 1;
my ($dsn, $brand) = @ARGV;
my $ours = $dsn eq $brand;
my $dbh;
my %types = (
    pg => { text => 'TEXT', blob => 'BYTEA', double => 'DOUBLE PRECISION' },
    my => { text => 'LONGTEXT', blob => 'LONGBLOB', double => 'DOUBLE' },
    sl => { text => 'TEXT', blob => 'BLOB', double => 'DOUBLE' },
);

sub show { print join('|', map { defined $_ ? $_ : 'NULL' } @_), "\n" }

sub show_rows {
    my ($sql, @values) = @_;
    show(@$_) for @{ $dbh->selectall_arrayref($sql, undef, @values) };
}

sub state_of {
    my ($call) = @_;
    eval { $call->(); 1 } ? show('no error') : show('error', $dbh->state);
}

sub people {
    my ($columns) = @_;
    $dbh->do('DROP TABLE IF EXISTS people');
    $dbh->do('CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, '
            . ($columns || 'name VARCHAR(30), born DATE') . ')');
}

my @tests = (
    select => sub {
        show_rows('SELECT k, g, v, b, a, s FROM w ORDER BY k');
        show_rows('SELECT k, dt, ts, s FROM e ORDER BY k');
        show_rows('SELECT k, v / 7e0 FROM w ORDER BY k'); # as long as the buffer
        show_rows('SELECT g, COUNT(*), SUM(v), MIN(a) FROM w GROUP BY g ORDER BY g');
        show_rows('SELECT o.order_id, i.qty FROM orders o JOIN items i ON i.order_id = o.order_id '
                . 'AND i.user_id = o.user_id ORDER BY 1, 2');
    },
    describe => sub {
        for my $sql ('SELECT * FROM w', 'SELECT * FROM d', 'SELECT * FROM e', 'SELECT k, g FROM t WHERE k = 1') {
            my $sth = $dbh->prepare($sql);
            $sth->execute;
            show(@{ $sth->{NAME} });
            show(@{ $sth->{TYPE} });
            show(@{ $sth->{PRECISION} });
            show(@{ $sth->{SCALE} });
            show(@{ $sth->{NULLABLE} });
            $sth->finish;
        }
    },
    placeholders => sub {
        my $sth = $dbh->prepare('SELECT k, s FROM w WHERE k = ?');
        for my $k (1, 12, 31, 99) {
            $sth->execute($k);
            show(@$_) for @{ $sth->fetchall_arrayref };
        }
        $sth = $dbh->prepare('SELECT k FROM w WHERE v > :low AND v < :high ORDER BY k');
        $sth->bind_param('low', 1);
        $sth->bind_param('high', 15);
        $sth->execute;
        show(@$_) for @{ $sth->fetchall_arrayref };
        $sth = $dbh->prepare('SELECT k, v FROM w WHERE g = ? AND v >= ? ORDER BY k');
        $sth->bind_param(1, 'a', SQL_VARCHAR);
        $sth->bind_param(2, 10, SQL_INTEGER);
        $sth->execute;
        show(@$_) for @{ $sth->fetchall_arrayref };
    },
    type_changes => sub {
        people();
        my $sth = $dbh->prepare('INSERT INTO people (id, name, born) VALUES (?, ?, ?)');
        $sth->execute(@$_)
            for [1, 'a', '2000-01-01'], [2, undef, undef], [3, 'a longer name', '1999-12-31'], [4, 5, undef];
        show_rows('SELECT * FROM people ORDER BY id');
    },
    many => sub {
        people();
        my $sth = $dbh->prepare('INSERT INTO people (id, name) VALUES (?, ?)');
        # The arrays of sqliteodbc and MariaDB's driver fail; DBD::ODBC then does it one by one.
        $sth->{odbc_array_operations} = $ours || $brand eq 'pg' ? 1 : 0;
        my @ids = (1 .. 60);
        my @names = map { $_ % 4 ? "n$_" : undef } @ids;
        my $done = $sth->execute_array({ ArrayTupleStatus => \my @status }, \@ids, \@names);
        show($done, scalar grep { ref $_ } @status);
        show_rows('SELECT COUNT(*), COUNT(name), MIN(id), MAX(id) FROM people');
        show_rows('SELECT * FROM people ORDER BY id');
    },
    many_with_an_error => sub {
        people();
        $dbh->do(q{INSERT INTO people (id, name) VALUES (7, 'there')});
        local $dbh->{PrintError} = 0;
        my $sth = $dbh->prepare('INSERT INTO people (id, name) VALUES (?, ?)');
        $sth->{odbc_array_operations} = 0;
        $sth->{RaiseError} = 0;
        my $done = $sth->execute_array({ ArrayTupleStatus => \my @status }, [5 .. 9], [('x') x 5]);
        show(defined $done ? $done : 'undef', map { ref $_ ? $_->[2] : $_ } @status);
        show_rows('SELECT * FROM people ORDER BY id');
    },
    long_values => sub {
        people("s $types{$brand}{text}, data $types{$brand}{blob}");
        $dbh->{LongReadLen} = 500000;
        my $sth = $dbh->prepare('INSERT INTO people (id, s, data) VALUES (?, ?, ?)');
        # sqliteodbc says that no column is longer than 65536, and no expression than 255.
        my $length = $brand eq 'sl' ? 10000 : 90000;
        my $columns = $brand eq 'sl' ? 's, LENGTH(data)' : 's, data';
        for my $i (1 .. 4) {
            my ($text, $data) = ('ab' x ($length * $i / 2), join '', map { chr($_ % 256) } 1 .. $length * $i / 3);
            $sth->bind_param(1, $i, SQL_INTEGER);
            $sth->bind_param(2, $text, SQL_LONGVARCHAR);
            $sth->bind_param(3, $data, SQL_LONGVARBINARY);
            $sth->execute;
            my ($found, $bytes) =
                $dbh->selectrow_array("SELECT $columns FROM people WHERE id = $i");
            $bytes = $data if $brand eq 'sl' && $bytes == length $data;
            show(length $found, $found eq $text, length $bytes, $bytes eq $data);
        }
        local $dbh->{LongReadLen} = 100;
        local $dbh->{LongTruncOk} = 1;
        show(length +($dbh->selectrow_array('SELECT s FROM people WHERE id = 2'))[0]);
        local $dbh->{LongTruncOk} = 0;
        state_of(sub { $dbh->selectrow_array('SELECT s FROM people WHERE id = 2') });
        $dbh->do('UPDATE people SET s = NULL, data = NULL');
    },
    unicode => sub {
        people();
        my @names = ("Zo\xc3\xab", "\xe6\x97\xa5\xe6\x9c\xac", q{plain});
        push @names, "\xf0\x9f\x98\x80" if $brand ne 'sl';
        my $sth = $dbh->prepare('INSERT INTO people (id, name) VALUES (?, ?)');
        $sth->execute($_, $names[$_]) for 0 .. $#names;
        show_rows('SELECT id, name FROM people ORDER BY id');
        show_rows('SELECT id FROM people WHERE name = ?', $names[1]);
        show_rows("SELECT id FROM people WHERE name = '$names[0]'");
    },
    transactions => sub {
        people();
        $dbh->begin_work;
        show($dbh->do(q{INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')}));
        $dbh->rollback;
        show_rows('SELECT COUNT(*) FROM people');
        $dbh->{AutoCommit} = 0;
        show($dbh->do(q{INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')}));
        $dbh->commit;
        show($dbh->do(q{UPDATE people SET name = 'z'}));
        $dbh->rollback;
        show($dbh->do(q{DELETE FROM people WHERE id = 77}));
        $dbh->commit;
        $dbh->{AutoCommit} = 1;
        show_rows('SELECT * FROM people ORDER BY id');
    },
    catalog => sub {
        for my $sth ($dbh->table_info($brand eq 'sl' ? undef : 'whole', undef, '%', 'TABLE'),
                     $dbh->table_info(undef, undef, 'w', undef)) {
            my %seen = map { $_->[2] => $_->[3] } @{ $sth->fetchall_arrayref };
            show(map { "$_=" . ($seen{$_} || '') } qw(t u n d e z q w orders items c rg r s1 w_0));
        }
        for my $table (qw(w d e orders)) {
            my $sth = $dbh->column_info(undef, undef, $table, '%');
            show(@{$_}[2 .. 6, 8, 10]) for @{ $sth->fetchall_arrayref };
        }
        show($_, $dbh->primary_key(undef, undef, $_)) for qw(w q t);
        show(scalar $dbh->tables(undef, undef, 'w', 'TABLE'));
        my $sth = $dbh->statistics_info(undef, undef, 'q', 1, 1);
        show($_->{COLUMN_NAME}, $_->{NON_UNIQUE}) for grep { defined $_->{COLUMN_NAME} }
            @{ $sth->fetchall_arrayref({}) };
    },
    types => sub {
        my @all = $dbh->type_info(SQL_INTEGER);
        show(map { "$_->{TYPE_NAME} $_->{COLUMN_SIZE}" } @all);
        show(map { $_->{TYPE_NAME} } $dbh->type_info([SQL_VARCHAR]));
        show($dbh->quote("it's"), $dbh->quote_identifier('w'));
        show($dbh->get_info($_)) for 17, 18, 29, 28, 46;    # DBMS name, version, quote, case, transactions
        show(scalar @{ $dbh->type_info_all } > 10);
    },
    errors => sub {
        local $dbh->{PrintError} = 0;
        for my $sql ('SELECT nosuch FROM w', 'SELEC 1', 'SELECT 1 FROM nosuch', q{INSERT INTO q VALUES (3, NULL, 1)}) {
            state_of(sub { $dbh->do($sql) });
        }
        show_rows('SELECT COUNT(*) FROM w');
    },
    two_statements => sub {
        my $first = $dbh->prepare('SELECT k FROM w ORDER BY k');
        $first->execute;
        show($first->fetchrow_array);
        my $second = $dbh->prepare('SELECT g FROM w WHERE k = ?');
        while (my ($k) = $first->fetchrow_array) {
            last if $k > 10;
            $second->execute($k);
            show($k, $second->fetchrow_array);
            $second->finish;
        }
        $first->finish;
    },
    ping => sub {
        show($dbh->ping ? 'alive' : 'dead', $dbh->{Active} ? 1 : 0);
        my $sth = $dbh->prepare('SELECT k, g FROM t ORDER BY k');
        $sth->execute;
        my ($k, $g);
        $sth->bind_columns(\$k, \$g);
        show($k, $g) while $sth->fetch;
        show($dbh->selectcol_arrayref('SELECT k FROM t ORDER BY k DESC')->[0]);
        show(join ',', sort { $a <=> $b } keys %{ $dbh->selectall_hashref('SELECT * FROM t', 'k') });
    },
);

while (my ($name, $code) = splice @tests, 0, 2) {
    print "== $name\n";
    $dbh = DBI->connect("dbi:ODBC:$dsn", '', '', { RaiseError => 1, PrintError => 0, AutoCommit => 1 });
    eval { $code->(); 1 } or print "UNEXPECTED $@\n";
    $dbh->disconnect;
}
