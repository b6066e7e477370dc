import type { GridApi } from 'ag-grid-community'
import { useMemo, useState } from 'react'
import type { GridColumn } from './grid-column.ts'
import { totalsRow } from './totals-row.ts'

/**
 * The totals row for the visible columns: with totals of hidden columns only, it would be empty. Call `tellShown` when
 * columns are shown or hidden.
 */
export function useTotalsRows<Row>(
  totals: Readonly<Record<string, unknown>> | null | undefined,
  layout: { columns: readonly GridColumn<Row>[]; generation: number },
): { rows: Readonly<Record<string, unknown>>[]; tellShown: (api: GridApi<Row>) => void } {
  const [told, setTold] = useState<{ generation: number; fields: readonly string[] } | null>(null)
  const rows = useMemo(() => {
    const shown =
      told?.generation === layout.generation
        ? told.fields
        : layout.columns.filter(({ isHidden }) => isHidden !== true).map(({ field }) => field)
    return totalsRow(totals, shown)
  }, [totals, told, layout.columns, layout.generation])
  return {
    rows,
    tellShown: (api) =>
      setTold({
        generation: layout.generation,
        fields: api.getAllDisplayedColumns().map((column) => column.getColId()),
      }),
  }
}
