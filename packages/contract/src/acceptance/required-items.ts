import { compareDecimals } from '@kufang/kernel/decimal-text.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { label } from '../document/declare/label.ts'

// What comes in the crate besides the goods: technical documents, spares, special tools (spec domain.md 1.2).

export const packedItemKinds = {
  document: label('随机资料', 'Document'),
  spare: label('随机备件', 'Spare'),
  tool: label('专用工具', 'Special tool'),
} as const

export type PackedItemKind = keyof typeof packedItemKinds

/** An item that a material asks for, and how many of it come with the goods of a line. */
export interface RequiredItem {
  itemKind: PackedItemKind
  itemName: string
  requiredCount: number
}

/** The most of one item in one line. */
export const itemCountMax = 99_999

/**
 * A required spare as a material names it: `密封垫×2`, the number for each piece of the goods; one if there is none.
 * @returns its name and number
 */
export function readRequiredSpare(text: string): { name: string; perPiece: number } {
  const match = /^(.*\S)\s*[×xX*]\s*(\d{1,3})$/.exec(text.trim())
  if (match === null) return { name: text.trim(), perPiece: 1 }
  return { name: match[1]!, perPiece: Math.max(1, Number(match[2])) }
}

/** Pieces of a quantity, of which a begun one counts. */
function piecesOf(quantity: Quantity): number {
  const whole = quantity.split('.')[0]!
  return Number(whole) + (compareDecimals(quantity, whole) > 0 ? 1 : 0)
}

/** What the attributes of a material ask for with this quantity of it: each document once, spares for each piece. */
export function requiredItems(
  material: {
    requiredDocuments: readonly string[] | null
    requiredSpares: readonly string[] | null
  },
  quantity: Quantity,
): RequiredItem[] {
  const documents = (material.requiredDocuments ?? []).map((itemName): RequiredItem => ({
    itemKind: 'document',
    itemName,
    requiredCount: 1,
  }))
  const spares = (material.requiredSpares ?? []).map((text): RequiredItem => {
    const { name, perPiece } = readRequiredSpare(text)
    const requiredCount = Math.min(perPiece * piecesOf(quantity), itemCountMax)
    return { itemKind: 'spare', itemName: name, requiredCount }
  })
  return [...documents, ...spares]
}

/** Whether two names mean the same item. */
export const nameOfItem = (name: string): string => name.trim().toLowerCase()
