import { documentDefinition } from '@kufang/contract/registry.ts'
import { describe, expect, it } from 'vitest'
import { rememberedInput } from '../entry/remembered.ts'
import { beginInput } from './begin-input.ts'

const note = documentDefinition('delivery-note')!
const notice = documentDefinition('inspection-notice')!
const today = '2099-11-22'
const supervisor = rememberedInput(
  notice.actions['confirmTime']!.input!,
  { unpackingAt: '2099-11-23T01:00:00.000Z', unpackingPlace: '待检区', attendees: ['供应商'] },
  today,
)
const place = { unpackingPlace: '待检区', attendees: ['供应商'] }

describe('what an action asks for', () => {
  it('begins with the appointment that the supplier proposed, in the same words', () => {
    const proposed = { appointmentSlot: '10:00-12:00', unloadingPoint: null, carrier: '顺达' }
    expect(beginInput(note, 'confirm', proposed, null, today)).toEqual({
      appointmentSlot: '10:00-12:00',
    })
    expect(note.header['appointmentSlot']!.choices).toEqual(
      note.actions['confirm']!.input!['appointmentSlot']!.choices,
    )
  })

  it('begins with what the person gave last, but with no time of the past and over no value', () => {
    expect(beginInput(notice, 'confirmTime', {}, supervisor, today)).toEqual(place)
    expect(
      beginInput(notice, 'confirmTime', { unpackingPlace: '1104 库' }, supervisor, '2099-12-01'),
    ).toEqual({ ...place, unpackingPlace: '1104 库' })
    expect(beginInput(notice, 'confirmTime', undefined, null, today)).toEqual({})
  })

  it('begins with the usual choice where nothing was given yet', () => {
    const assigned = (given: Record<string, unknown>) =>
      rememberedInput(notice.actions['assign']!.input!, given, today)
    expect(beginInput(notice, 'assign', {}, null, today)).toEqual({ inspectionMethod: 'full' })
    const last = assigned({ inspectionMethod: 'sample', inspectionUnit: '质检站' })
    expect(beginInput(notice, 'assign', {}, last, today)).toEqual({
      inspectionMethod: 'sample',
      inspectionUnit: '质检站',
    })
  })

  it('never begins with a reason', () => {
    expect(
      beginInput(note, 'refuse', { returnReason: '数量不符', reason: '数量不符' }, null, today),
    ).toEqual({})
  })
})
