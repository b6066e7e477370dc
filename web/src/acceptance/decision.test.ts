import { describe, expect, it } from 'vitest'
import { acceptAll, completeDecision, decisionGap, rejectAll } from './decision.ts'

describe('inspection decision', () => {
  it('accepts or rejects everything at once', () => {
    expect(acceptAll({ quantity: '12.5' })).toEqual({
      quantity: '12.5',
      acceptedQuantity: '12.5',
      rejectedQuantity: '0',
    })
    expect(rejectAll({ quantity: '3' })).toEqual({
      quantity: '3',
      acceptedQuantity: '0',
      rejectedQuantity: '3',
    })
  })

  it('fills in the other half of a partial decision exactly', () => {
    expect(completeDecision({ quantity: '10', acceptedQuantity: '9.7' })).toMatchObject({
      rejectedQuantity: '0.3',
    })
    expect(completeDecision({ quantity: '10', rejectedQuantity: '0.1' })).toMatchObject({
      acceptedQuantity: '9.9',
    })
  })

  it('leaves what is complete, impossible or no number as it is', () => {
    for (const line of [
      { quantity: '10', acceptedQuantity: '4', rejectedQuantity: '4' },
      { quantity: '10', acceptedQuantity: '11' },
      { quantity: '10', acceptedQuantity: 'ten' },
    ]) {
      expect(completeDecision(line)).toEqual(line)
    }
  })

  it('tells how far the halves are from the whole', () => {
    expect(decisionGap({ quantity: '10', acceptedQuantity: '4', rejectedQuantity: '4' })).toBe('2')
    expect(decisionGap({ quantity: '10', acceptedQuantity: '4', rejectedQuantity: '6' })).toBe('0')
    expect(decisionGap({ quantity: '10', acceptedQuantity: '4' })).toBeNull()
  })
})
