import { knowUnitNames } from '@kufang/contract/document/catalogue/unit-words.ts'
import { afterAll, beforeAll } from 'vitest'

// Executed by vitest before each file: test files of one worker share the modules, so the names of units that a file makes
// known are forgotten after it.

beforeAll(() => knowUnitNames({}))
afterAll(() => knowUnitNames({}))
