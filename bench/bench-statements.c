/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bench.h"

#define POINT "SELECT " ORDER_COLUMNS " FROM orders WHERE user_id = ? AND order_id = ?"
#define ALL_ROWS "SELECT " ORDER_COLUMNS " FROM orders"
#define IN_ORDER ALL_ROWS " ORDER BY order_id"
#define BY_TIME                                                                                    \
    "SELECT order_id, user_id, created_at, amount FROM orders ORDER BY created_at LIMIT "
#define RANGE_UPDATE "UPDATE orders SET status = ? WHERE created_at >= ? AND created_at < ?"
#define JOINED                                                                                     \
    "FROM orders o JOIN order_items i ON o.user_id = i.user_id AND o.order_id = i.order_id "

const Statement statements[N_STATEMENTS] = {
    [Q1] = {"Q1", 500, POINT, .parameters = "uo"},
    [Q1U] = {"Q1u", 200, ALL_ROWS " WHERE user_id = ?", .parameters = "u"},
    [Q1D] = {"Q1d", 300, POINT, .parameters = "uo", .is_direct = 1},
    /* An insert's text has as many rows as a connection gets: bench-write.c. */
    [Q2] = {"Q2", 300, .is_write = 1},
    [Q3] = {"Q3", 1, "SELECT count(*), sum(amount), avg(amount) FROM orders",
            "SELECT count(*), sum(amount), count(amount) FROM orders"},
    [Q4] = {"Q4", 1,
            "SELECT status, count(*), sum(amount), avg(amount) FROM orders GROUP BY status",
            "SELECT status, count(*), sum(amount), count(amount) FROM orders GROUP BY status"},
    [Q5] = {"Q5", 1,
            "SELECT user_id, count(*) AS c, sum(amount) AS s FROM orders GROUP BY user_id "
            "ORDER BY s DESC, user_id LIMIT 10"},
    [Q6] = {"Q6", 20, BY_TIME "100 OFFSET 1000", BY_TIME "1100"},
    [Q7] = {"Q7", 1, IN_ORDER},
    [Q7B] = {"Q7b", 1, IN_ORDER, .is_block = 1},
    [Q8] = {"Q8", 1, ALL_ROWS},
    [Q8B] = {"Q8b", 1, ALL_ROWS, .is_block = 1},
    [Q9] = {"Q9", 50,
            "SELECT o.order_id, o.status, o.amount, i.item_id, i.product_id, i.qty, i.price " JOINED
            "WHERE o.user_id IN (?, ?, ?)",
            .parameters = "uuu"},
    [Q10] = {"Q10", 1,
             "SELECT i.product_id, count(*), sum(i.qty * i.price), avg(o.amount) " JOINED
             "GROUP BY i.product_id",
             "SELECT i.product_id, count(*), sum(i.qty * i.price), sum(o.amount), "
             "count(o.amount) " JOINED "GROUP BY i.product_id"},
    [Q11] = {"Q11", 5, .is_write = 1},
    [Q11T] = {"Q11t", 5, .is_write = 1},
    [Q11A] = {"Q11a", 2, .is_write = 1},
    [Q12] = {"Q12", 20, RANGE_UPDATE, .parameters = "stt", .is_write = 1},
    [Q12T] = {"Q12t", 20, RANGE_UPDATE, .parameters = "stt", .is_write = 1},
    /* Two of Q_TRANSFER. */
    [Q13] = {"Q13", 100},
    [Q13P] = {"Q13p", 100},
    /* As often as they can, by several threads. */
    [Q14] = {"Q14", 1, POINT, .parameters = "uo"},
    [Q15] = {"Q15", 200, ALL_ROWS " WHERE order_id = ?", .parameters = "o"},
    [Q_DELETE] = {"delete", 1, "DELETE FROM orders WHERE order_id >= ?", .parameters = "o",
                  .is_write = 1},
    [Q_TRANSFER] = {"transfer", 1,
                    "UPDATE orders SET amount = amount + ? WHERE user_id = ? AND order_id = ?",
                    .parameters = "auo", .is_write = 1},
};
