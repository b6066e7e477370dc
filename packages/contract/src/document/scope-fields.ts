import type { AnyDocument } from './declare/define-document.ts'
import type { Field, Fields, MasterName } from './declare/field.ts'

/** The masters by whose rows the data scope of a person is given, each with the field of a document that it limits. */
const scopedFields: Partial<Record<MasterName, string>> = {
  company: 'companyCode',
  plant: 'plant',
  'storage-location': 'storageLocation',
  supplier: 'supplierNo',
}

/**
 * The header field with the picking unit that the data scope limits: people of other units see no such document. It is the
 * reference to that master, whatever its name.
 */
export function pickingUnitField({ header }: Pick<AnyDocument, 'header'>): string | undefined {
  return Object.entries(header).find(([, field]) => isScopedUnit(field))?.[0]
}

const isScopedUnit = ({ master, outsideScopeBecause }: Field): boolean =>
  master === 'picking-unit' && outsideScopeBecause === undefined

/**
 * References to what a data scope is given by that limit nobody, and do not say why (`outsideScopeBecause`): people limited
 * to one unit, place or supplier would see the documents of all.
 * @returns a sentence for each
 */
export function unscopedReferences({ header, lines, receivedAt }: AnyDocument): string[] {
  const there: readonly string[] = Object.values(receivedAt ?? {})
  const unit = pickingUnitField({ header })
  const limits = (name: string, { master = 'unit' }: Field): boolean =>
    scopedFields[master] === name || name === unit || there.includes(name)
  // Lines have places of their own; the supplier and the unit of a document are those of its header.
  const limitsOfLine = (name: string): boolean => name === 'plant' || name === 'storageLocation'
  return [...unscoped(header, limits), ...unscoped(lines, limitsOfLine)]
}

const unscoped = (fields: Fields, limits: (name: string, field: Field) => boolean): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { master = 'unit', outsideScopeBecause } = field
    const isOfScope = scopedFields[master] !== undefined || master === 'picking-unit'
    return isOfScope && outsideScopeBecause === undefined && !limits(name, field)
      ? [`${name}: a ${master} that limits nobody`]
      : []
  })
