// SPDX-License-Identifier: MIT
#include "core/board/budget.h"

_Thread_local struct budget *budget_of_thread;
