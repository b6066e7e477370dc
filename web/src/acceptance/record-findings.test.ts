import { describe, expect, it } from 'vitest'
import { findingOfLine, recordObjection } from './record-findings.ts'

const thickness = {
  characteristicName: '壁厚',
  kind: 'variable',
  lowerLimit: '8',
  upperLimit: '10.5',
  measuringUnit: 'mm',
  sampleSize: 3,
}

describe('the values of a record sheet while they are typed', () => {
  it('names the limit that is missed, the values that are too few, and what is no number', () => {
    const said = (sampledValues: string) => findingOfLine({ ...thickness, sampledValues })
    expect(said('8 9.1、10.5')).toEqual({ kind: 'passed' })
    expect(said('8，9')).toEqual({ kind: 'few', given: 2, wanted: 3 })
    expect(said('7.9 8 9')).toEqual({ kind: 'failed', finding: '壁厚 7.9 < 8 mm' })
    expect(said('7.9 11 9')).toEqual({
      kind: 'failed',
      finding: '壁厚 7.9 < 8 mm / 11 > 10.5 mm',
    })
    expect(said('8 nine')).toEqual({ kind: 'unreadable', value: 'nine' })
    expect(said('  ')).toBeNull()
    expect(findingOfLine({ sampledValues: '8' })).toBeNull()
  })

  it('reads whether pieces conform, however people write it', () => {
    const look = { characteristicName: '外观', kind: 'attribute', sampleSize: 2 }
    expect(findingOfLine({ ...look, sampledValues: '合格 √' })).toEqual({ kind: 'passed' })
    expect(findingOfLine({ ...look, sampledValues: 'ok 不合格' })).toEqual({
      kind: 'failed',
      finding: '外观 NG × 1',
    })
  })
})

describe('the record sheet beside the decision', () => {
  it('speaks against accepting what failed, and asks for a ground where a general characteristic did', () => {
    const line = {
      acceptedQuantity: '10',
      recordNo: 'JL1',
      recordFinding: '壁厚 7.9 < 8 mm',
      acceptableQuantity: '0',
    }
    expect(recordObjection({ ...line, recordVerdict: 'failed' })).toMatchObject({ kind: 'refuses' })
    expect(recordObjection({ ...line, recordVerdict: 'failed', acceptedQuantity: '0' })).toBeNull()
    const deviating = { ...line, recordVerdict: 'deviating' }
    expect(recordObjection(deviating)).toMatchObject({ kind: 'needsGround' })
    expect(recordObjection({ ...deviating, concessionReference: '技函 12' })).toBeNull()
    expect(recordObjection({ ...line, recordVerdict: 'passed' })).toBeNull()
    expect(recordObjection({ acceptedQuantity: '10' })).toBeNull()
  })
})
