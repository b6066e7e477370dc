import { describe, expect, it } from 'vitest'
import { goesOn } from './undo-progress.ts'

const asked = { left: 3, leftAt: 3, isHeld: false, hasAsked: true }

describe('undoing a chain', () => {
  it('goes on when somebody who was asked has done a step, and waits until then', () => {
    expect(goesOn(asked)).toBe(false)
    expect(goesOn({ ...asked, left: 2 })).toBe(true)
    expect(goesOn({ ...asked, left: 0 })).toBe(false)
  })

  it('asks for the step after the ERP reversal once the ERP has answered', () => {
    const reversing = { left: 1, leftAt: 1, isHeld: true, hasAsked: false }
    expect(goesOn(reversing)).toBe(false)
    expect(goesOn({ ...reversing, isHeld: false })).toBe(true)
  })

  it('waits for a press before the first step and after a refusal', () => {
    expect(goesOn({ ...asked, left: 1, leftAt: null, hasAsked: false })).toBe(false)
  })
})
