import { describe, expect, it } from 'vitest'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { variantOnPage } from '@kufang/contract/document/page-variants.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { parseLocalDate } from '@kufang/kernel/local-date.ts'
import { rememberedOf, withRemembered, withUsual } from './remembered.ts'

const definitionOf = (name: string): AnyDocument => {
  const found = documentDefinition(name)
  if (found === undefined) throw new Error(`no document ${name}`)
  return found
}
const note = definitionOf('delivery-note')
const arrival = definitionOf('arrival')
const requisition = definitionOf('requisition')
const today = parseLocalDate('2099-11-22')

/** As stored in and read from the user's preferences. */
const kept = (...given: Parameters<typeof rememberedOf>): unknown =>
  JSON.parse(JSON.stringify(rememberedOf(...given)))

describe('what a person gave last', () => {
  const last = kept(
    note,
    {
      header: { deliveryMode: 'direct', carrier: '顺达', etaDate: '2099-11-23', reference: 'S-1' },
      lines: [],
    },
    today,
  )

  it('fills the empty fields of the next document, and leaves what is there', () => {
    const { entry, filled } = withRemembered(
      note,
      { header: { carrier: '捷运' }, lines: [] },
      last,
      today,
    )
    expect(entry.header).toEqual({
      carrier: '捷运',
      deliveryMode: 'direct',
      etaDate: '2099-11-23',
    })
    expect(filled.map(({ label }) => label.zh)).toEqual(['预计到货日', '送货方式'])
  })

  it('counts for a date on the same day only, and for no choice that is gone', () => {
    const next = withRemembered(note, { header: {}, lines: [] }, last, '2099-11-23').entry.header
    expect(next).toEqual({ deliveryMode: 'direct', carrier: '顺达' })
    const gone = kept(note, { header: { deliveryMode: 'pigeon' }, lines: [] }, today)
    expect(withRemembered(note, { header: {}, lines: [] }, gone, today).filled).toEqual([])
  })

  it('is a bin of the storage location it was given for, and a person of the picking unit', () => {
    const place = { companyCode: '1010', plant: '1011', storageLocation: '1104' }
    const binned = kept(arrival, { header: place, lines: [{ rowId: 'a', bin: 'DJ-01' }] }, today)
    const binIn = (storageLocation: string) =>
      withRemembered(
        arrival,
        { header: { ...place, storageLocation }, lines: [{ rowId: 'b' }] },
        binned,
        today,
      ).entry.lines[0]?.['bin']
    expect([binIn('1104'), binIn('1105')]).toEqual(['DJ-01', undefined])
    const drawn = kept(
      requisition,
      { header: { companyCode: '1010', pickingUnit: 'U1', requester: 'P1' }, lines: [] },
      today,
    )
    const begun = (header: object) =>
      withRemembered(requisition, { header: { ...header }, lines: [] }, drawn, today).entry.header
    expect(begun({ companyCode: '1010' })).toMatchObject({ pickingUnit: 'U1', requester: 'P1' })
    expect(begun({ companyCode: '1010', pickingUnit: 'U2' })).not.toHaveProperty('requester')
  })

  it('is nothing where the preferences hold nothing of the kind', () => {
    for (const other of [null, 'x', [], { header: 3, lines: { bin: 'DJ-01' } }]) {
      const begun = { header: {}, lines: [{ rowId: 'b' }] }
      expect(withRemembered(arrival, begun, other, today)).toEqual({ entry: begun, filled: [] })
    }
  })
})

describe('what is usual', () => {
  it('is proposed where nothing else is known: the first note goes to the warehouse', () => {
    const first = withUsual(note, { header: {}, lines: [] })
    expect(first.header).toEqual({ deliveryMode: 'warehouse' })
    const last = kept(note, { header: { deliveryMode: 'direct' }, lines: [] }, today)
    const next = withRemembered(note, { header: {}, lines: [] }, last, today).entry
    expect(withUsual(note, next).header).toEqual({ deliveryMode: 'direct' })
  })

  it('is today where goods are needed at once, and no other day', () => {
    const [urgent, planned] = ['/pickings/emergency', '/pickings/picking'].map((path) =>
      variantOnPage(requisition, (requisition.pages as AnyDocument['pages'])[path]!),
    )
    expect(withUsual(urgent!, { header: {}, lines: [] }, today).header).toEqual({
      requiredDate: today,
    })
    expect(withUsual(planned!, { header: {}, lines: [] }, today).header).toEqual({})
  })

  it('is proposed in each line of papers, and leaves what is there', () => {
    const papers = definitionOf('document-handover')
    const lines = [{ rowId: 'a' }, { rowId: 'b', copyKind: 'copy' }]
    expect(withUsual(papers, { header: {}, lines }).lines).toEqual([
      { rowId: 'a', copyKind: 'original', medium: 'paper' },
      { rowId: 'b', copyKind: 'copy', medium: 'paper' },
    ])
  })
})
