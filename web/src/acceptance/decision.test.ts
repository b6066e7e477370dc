import { describe, expect, it } from 'vitest'
import {
  acceptAll,
  completeDecision,
  decisionGap,
  followHalves,
  lacksSample,
  rejectAll,
} from './decision.ts'

describe('inspection decision', () => {
  it('accepts or rejects everything at once', () => {
    expect(acceptAll({ quantity: '12.5' })).toEqual({
      quantity: '12.5',
      acceptedQuantity: '12.5',
      rejectedQuantity: '0',
      missingQuantity: '0',
      destroyedQuantity: '0',
    })
    expect(rejectAll({ quantity: '3' })).toEqual({
      quantity: '3',
      acceptedQuantity: '0',
      rejectedQuantity: '3',
      missingQuantity: '0',
      destroyedQuantity: '0',
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

  it('lets 26 be accepted once 4 of 30 are rejected, and follows the other half likewise', () => {
    const proposed = { rowId: 'a', quantity: '30', acceptedQuantity: '30', rejectedQuantity: '0' }
    const other = { ...proposed, rowId: 'b' }
    const typed = { ...proposed, rejectedQuantity: '4' }
    const [followed, left] = followHalves([proposed, other], [typed, other])
    expect(followed).toMatchObject({ acceptedQuantity: '26', rejectedQuantity: '4' })
    expect(left).toBe(other)
    const again = { ...followed!, acceptedQuantity: '29' }
    expect(followHalves([followed!], [again])[0]).toMatchObject({ rejectedQuantity: '1' })
  })

  it('counts missing pieces: 3 missing and 2 rejected of 10 leave 5 accepted', () => {
    const proposed = {
      rowId: 'a',
      quantity: '10',
      acceptedQuantity: '10',
      rejectedQuantity: '0',
      missingQuantity: '0',
    }
    const [missing] = followHalves([proposed], [{ ...proposed, missingQuantity: '3' }])
    expect(missing).toMatchObject({ acceptedQuantity: '7', rejectedQuantity: '0' })
    const [rejected] = followHalves([missing!], [{ ...missing!, rejectedQuantity: '2' }])
    expect(rejected).toMatchObject({ acceptedQuantity: '5', missingQuantity: '3' })
    expect(decisionGap(rejected!)).toBe('0')
    expect(decisionGap({ ...rejected!, missingQuantity: '4' })).toBe('-1')
  })

  it('counts destroyed pieces: 2 destroyed and 1 missing of 10 leave 7 accepted', () => {
    const proposed = {
      rowId: 'a',
      quantity: '10',
      acceptedQuantity: '9',
      rejectedQuantity: '0',
      missingQuantity: '1',
      destroyedQuantity: '0',
    }
    const [destroyed] = followHalves([proposed], [{ ...proposed, destroyedQuantity: '2' }])
    expect(destroyed).toMatchObject({ acceptedQuantity: '7', rejectedQuantity: '0' })
    expect(decisionGap(destroyed!)).toBe('0')
    expect(decisionGap({ ...destroyed!, destroyedQuantity: '4' })).toBe('-2')
    expect(completeDecision({ ...destroyed!, acceptedQuantity: null })).toMatchObject({
      acceptedQuantity: '7',
    })
  })

  it('wants to know the size of the sample where not all of the goods are looked at', () => {
    const line = { quantity: '10', acceptedQuantity: '10', rejectedQuantity: '0' }
    expect(lacksSample('sample', line)).toBe(true)
    expect(lacksSample('sample', { ...line, sampleQuantity: '0' })).toBe(true)
    expect(lacksSample('sample', { ...line, sampleQuantity: '3' })).toBe(false)
    for (const method of ['full', 'witness', 'thirdParty', null])
      expect(lacksSample(method, line)).toBe(false)
  })

  it('follows neither what does not fit nor what was typed in both halves', () => {
    const line = { rowId: 'a', quantity: '30', acceptedQuantity: '30', rejectedQuantity: '0' }
    for (const change of [
      { rejectedQuantity: '31' },
      { rejectedQuantity: 'four' },
      { acceptedQuantity: '10', rejectedQuantity: '4' },
      { quantity: '31' },
    ]) {
      const after = [{ ...line, ...change }]
      expect(followHalves([line], after)).toBe(after)
    }
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
