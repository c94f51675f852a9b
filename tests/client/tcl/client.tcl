# SPDX-License-Identifier: LGPL-2.1-or-later
# Tcl's tdbc::odbc: named parameters, lists and dictionaries of rows, transactions, the catalog.
package require tdbc::odbc

fconfigure stdout -encoding utf-8
lassign $argv dsn brand
tdbc::odbc::connection create db "DSN=$dsn"

proc show_rows {sql {values {}}} {
    foreach row [db allrows -as lists $sql $values] {
        puts [join $row |]
    }
}

# The SQLSTATE of a script that fails.
proc state_of {script} {
    try {
        uplevel 1 $script
        puts "no error"
    } trap TDBC {message options} {
        puts "error [lindex [dict get $options -errorcode] 2]"
    }
}

proc people {} {
    db allrows "DROP TABLE IF EXISTS people"
    db allrows "CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(30), born DATE)"
}

proc test {name body} {
    puts "== $name"
    if {[catch {uplevel #0 $body} message]} {
        puts "UNEXPECTED $message"
    }
}

test rows {
    show_rows "SELECT k, g, v, s FROM w ORDER BY k"
    show_rows "SELECT g, COUNT(*) AS n, SUM(v) AS s FROM w GROUP BY g ORDER BY g"
    show_rows "SELECT o.order_id, i.qty FROM orders o JOIN items i ON i.order_id = o.order_id
        AND i.user_id = o.user_id ORDER BY o.order_id, i.qty LIMIT 7"
    foreach row [db allrows -as dicts "SELECT k, g AS name FROM w ORDER BY k LIMIT 5"] {
        puts [dict keys $row]:[dict values $row]
    }
    db foreach -as dicts -columnsvariable columns row "SELECT id, d FROM s1 ORDER BY id" {
        puts "$columns [dict size $row]"
    }
}

test parameters {
    set least 20
    set group x
    show_rows "SELECT k, g FROM w WHERE k >= :least AND g <> :group ORDER BY k LIMIT 6"
    show_rows "SELECT k, s FROM w WHERE s = :text ORDER BY k" {text 日本}
    show_rows "SELECT k FROM w WHERE k IN (:a, :b) ORDER BY k" {a 1 b 60}
    show_rows "SELECT COUNT(*) FROM w WHERE g = :absent"
    set statement [db prepare "SELECT COUNT(*) FROM orders WHERE user_id = :user"]
    foreach user {1 2 3 99} {
        puts [$statement allrows -as lists]
    }
    $statement close
}

test writes {
    people
    set insert [db prepare "INSERT INTO people VALUES (:id, :name, :born)"]
    foreach id {1 2 3 4 5 6} {
        set name "näme $id"
        set born 2001-02-0$id
        if {$id == 4} {unset name}
        set result [$insert execute]
        puts [$result rowcount]
        $result close
    }
    $insert close
    show_rows "SELECT id, name, born FROM people ORDER BY id"
    set result [[db prepare "UPDATE people SET name = 'all' WHERE id > 2"] execute]
    puts [$result rowcount]
    $result close
    show_rows "SELECT name, COUNT(*) FROM people WHERE name IS NOT NULL GROUP BY name ORDER BY name"
}

test transactions {
    people
    catch {
        db transaction {
            db allrows "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')"
            error "back"
        }
    }
    show_rows "SELECT COUNT(*) FROM people"
    db transaction {
        db allrows "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')"
    }
    db begintransaction
    db allrows "DELETE FROM people WHERE id > 1"
    show_rows "SELECT COUNT(*) FROM people"
    db rollback
    show_rows "SELECT id, name FROM people ORDER BY id"
}

test catalog {
    foreach table {w orders people} {
        puts [dict exists [db tables $table] $table]
        foreach {name facts} [db columns $table] {
            puts "$name [dict get $facts type] [dict get $facts nullable]"
        }
        foreach key [db primarykeys $table] {
            puts "[dict get $key columnName] [dict get $key ordinalPosition]"
        }
    }
}

test errors {
    foreach sql {"SELEC 1" "SELECT nosuch FROM w" "SELECT k FROM nosuch"
        "INSERT INTO people (id) VALUES (1)"} {
        state_of {db allrows $sql}
    }
    show_rows "SELECT COUNT(*) FROM people"
}

db close
