// @ts-check
/** A page of rules looks like the rest. */

import { keepDressed } from "../session.mjs";

keepDressed();
