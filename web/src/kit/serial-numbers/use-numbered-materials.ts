import { useEffect, useState } from 'react'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../fields/field-column.ts'
import { hasNumberedPieces, loadMaterialUnits } from '../grid/material-units.ts'

/**
 * Learns which materials of these lines have serial numbers, where fields ask for any; renders again when that is known.
 *
 * @returns the materials that have, as a text that changes with them
 */
export function useNumberedMaterials(fields: Fields, lines: readonly Row[]): string {
  const [, setLoaded] = useState(0)
  const isAsked = Object.values(fields).some(({ kind }) => kind === 'serialNumbers')
  const wanted = isAsked
    ? [...new Set(lines.map((line) => textOf(line['materialNo'])))]
        .filter((no) => no !== '')
        .toSorted()
    : []
  const key = wanted.join('\n')
  useEffect(() => {
    if (key === '') return undefined
    let isOver = false
    Promise.all(key.split('\n').map(loadMaterialUnits)).then(() => {
      if (!isOver) setLoaded((count) => count + 1)
    }, console.error)
    return () => {
      isOver = true
    }
  }, [key])
  return wanted.filter((materialNo) => hasNumberedPieces(materialNo) === true).join('\n')
}
