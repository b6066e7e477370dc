import { beforeAll, describe, expect, it } from 'vitest'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { rememberPicked } from '../../fields/reference-editor.tsx'
import { filledLines } from './use-filled-references.ts'
import { variantOnPage } from '@kufang/contract/document/page-variants.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'

const requisition = documentDefinition('requisition') as AnyDocument
const urgent = variantOnPage(requisition, requisition.pages['/pickings/emergency']!)
const filled = (line: Record<string, unknown>) =>
  filledLines(urgent, [{ rowId: 'a', ...line }])?.[0] ?? null

beforeAll(() => {
  rememberPicked('material', 'M-1', {
    material: 'M-1',
    description: '闸阀',
    unit: '个',
    materialGroup: '1101',
  })
  rememberPicked('material', 'M-2', { material: 'M-2', description: '缓蚀剂', unit: '千克' })
})

describe('what a line takes from its material', () => {
  it('is filled once the material is known', () => {
    expect(filled({ materialNo: 'M-1' })).toMatchObject({
      description: '闸阀',
      unit: '个',
      materialGroup: '1101',
    })
  })

  it('is all of the new material and nothing of the one before', () => {
    const line = filled({ materialNo: 'M-1' })!
    const changed = filled({ ...line, materialNo: 'M-2' })!
    expect(changed).toMatchObject({ description: '缓蚀剂', unit: '千克', materialGroup: null })
    expect(filled(changed)).toBeNull()
  })

  it('is nothing beside a code that is not known, or none', () => {
    const line = filled({ materialNo: 'M-1', quantity: '5' })!
    for (const materialNo of ['99999', '', null]) {
      const changed = filled({ ...line, materialNo })!
      expect(changed).toMatchObject({ description: null, unit: null, quantity: '5' })
      expect(filled(changed)).toBeNull()
    }
  })

  it('stays that of the predecessor in a line made from one', () => {
    const line = { materialNo: 'M-2', description: '闸阀', source: { id: 'x', lineNo: 1 } }
    expect(filled(line)).toBeNull()
  })
})
