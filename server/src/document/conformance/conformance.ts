import { afterAll, beforeAll, describe } from 'vitest'
import '../../effects.ts'
import { testAmounts } from './amounts.ts'
import { testFourEyes } from './four-eyes.ts'
import { testVariants } from './variants.ts'
import { expectSomethingToPost, testBooks } from './books.ts'
import { testControls } from './controls.ts'
import { testDue } from './due.ts'
import { testDrafts } from './drafts.ts'
import { testGoods } from './goods.ts'
import { testHidden } from './hidden.ts'
import { testLists } from './lists.ts'
import { testPeople } from './people.ts'
import { testRepetition } from './repetition.ts'
import { testScope } from './scope.ts'
import { testStatements } from './statements.ts'
import { testStates } from './states.ts'
import { testTicked } from './ticked.ts'
import { Subject } from './subject.ts'

/**
 * Registers the tests every document type must pass; call it once in the document's test file. `every-document.test.ts`
 * reports documents without it.
 */
export function testConformance(name: string): void {
  const subject = new Subject(name)
  describe(`${name} keeps to what every document does`, () => {
    beforeAll(async () => {
      await subject.open()
      await expectSomethingToPost(subject)
    })
    afterAll(() => subject.close())
    for (const part of [
      testStates,
      testDue,
      testPeople,
      testScope,
      testRepetition,
      testTicked,
      testLists,
      testAmounts,
      testHidden,
      testFourEyes,
      testVariants,
      testDrafts,
      testGoods,
      testBooks,
      testStatements,
      testControls,
    ])
      part(subject)
  })
}
