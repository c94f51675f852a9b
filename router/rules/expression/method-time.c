/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/method.h"

const ExprMethod expr_time_methods[] = {
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};
