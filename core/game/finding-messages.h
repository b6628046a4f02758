// SPDX-License-Identifier: MIT
/*
 * The messages of findings, each a constant that compilers can check as a format: MESSAGE_NO_PIECE
 * and so on. They are in one file, finding-messages.inc, so that they can be read and improved
 * together.
 */
#ifndef DAMA_CORE_GAME_FINDING_MESSAGES_H
#define DAMA_CORE_GAME_FINDING_MESSAGES_H

#define MESSAGE(id, text) static const char MESSAGE_##id[] __attribute__((unused)) = text;
#include "core/game/finding-messages.inc"
#undef MESSAGE

#endif
