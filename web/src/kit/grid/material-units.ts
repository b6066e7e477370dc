import type { MaterialUnitRow } from '@kufang/contract/document/material-units.ts'
import { api } from '../api/client.ts'
import { CodeLoader } from '../api/code-loader.ts'

// The units of the materials whose quantities are being entered. Cells convert while a person types, so they ask what is
// known at that moment; what is not known yet stays as it was typed, and the server converts it.

type Units = readonly MaterialUnitRow[]

const freshMs = 10 * 60_000
const known = new Map<string, { units: Units; until: number }>()

const loader = new CodeLoader<'material', MaterialUnitRow>(
  (_group, materialNos) =>
    api.post<MaterialUnitRow[]>('/api/finding/material-units', { materialNos }, { isQuiet: true }),
  (_group, { materialNo }) => materialNo,
)

/** The units of a material that are known by now, the base unit first; none before they are loaded. */
export const materialUnits = (materialNo: unknown): Units =>
  typeof materialNo === 'string' ? (known.get(materialNo)?.units ?? []) : []

/** Whether each piece of a material has a serial number; undefined before that is loaded. */
export const hasNumberedPieces = (materialNo: unknown): boolean | undefined => {
  const [base] = materialUnits(materialNo)
  return base === undefined ? undefined : base.isSerialManaged === true
}

/** Records the units of a material, for ten minutes. */
export function knowMaterialUnits(materialNo: string, units: Units): void {
  known.set(materialNo, { units, until: Date.now() + freshMs })
}

/** Loads the units of a material unless they are known; many materials share a call. A failure leaves them unknown. */
export async function loadMaterialUnits(materialNo: unknown): Promise<void> {
  if (typeof materialNo !== 'string' || materialNo === '') return
  if ((known.get(materialNo)?.until ?? 0) > Date.now()) return
  try {
    knowMaterialUnits(materialNo, await loader.load('material', materialNo))
  } catch {
    // The server converts what is typed.
  }
}
