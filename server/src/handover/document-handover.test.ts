import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import type { World } from '../document/testing/world.ts'

const name = 'document-handover'

const paper = (title: string) => ({
  title,
  documentKind: 'quality',
  copies: 2,
  copyKind: 'original',
  medium: 'paper',
})

function request(_world: World, place: Place, lines: number) {
  return Promise.resolve({
    companyCode: place.companyCode,
    header: {
      plant: place.plant,
      storageLocation: place.storageLocation,
      receivingUnit: 'U1',
      recipient: '张三',
    },
    lines: Array.from({ length: lines }, (_none, index) => paper(`质保书 ${index + 1}`)),
  })
}

testConformance('document-handover')

describe('handing over papers', () => {
  const world = useWorld()
  const made = async (lines = 2) =>
    world().create(name, await request(world(), await newPlace(world()), lines))

  test('the papers arrive as they were listed, and their place in the archive is kept', async () => {
    const { id } = await made()
    await world().act(name, id, 'submit')
    await world().act(name, id, 'confirm')
    await world().act(name, id, 'archive', { input: { archiveNo: 'DA-2026-01' } })
    const { header, lines } = await world().read(name, id)
    expect([header.state, header['archiveNo']]).toEqual(['archived', 'DA-2026-01'])
    expect(lines.map(({ lineNo, title, copies }) => [lineNo, title, copies])).toEqual([
      [1, '质保书 1', 2],
      [2, '质保书 2', 2],
    ])
    expect(Object.keys(lines[0]!)).not.toContain('quantity')
  })

  test('no copy at all is no handover, and a paper without a name is not handed on', async () => {
    const wanted = await request(world(), await newPlace(world()), 1)
    const create = (lines: Record<string, unknown>[]) => world().create(name, { ...wanted, lines })
    await expectRefused(world(), () => create([{ ...paper('合格证'), copies: 0 }]), [
      { code: 'input-invalid', line: 1, field: 'copies' },
    ])
    const { title: _none, ...nameless } = paper('')
    const { id } = await create([paper('合格证'), nameless])
    await expectRefused(world(), () => world().act(name, id, 'submit'), [
      { code: 'field-required', line: 2, field: 'title' },
    ])
  })

  test('a quantity of goods is nothing that a paper has', async () => {
    const wanted = await request(world(), await newPlace(world()), 1)
    await expectRefused(
      world(),
      () => world().create(name, { ...wanted, lines: [{ ...paper('图纸'), quantity: '1' }] }),
      [{ line: 1, field: 'quantity' }],
    )
  })
})
