import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Row } from '../../fields/field-column.ts'
import { emptyValue } from '../../grid/cell-format.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import { goodsCell } from './goods-cell.tsx'
import { goodsText } from './goods-text.ts'
import type { ListedGoods } from './goods-text.ts'

const goodsOf = (row: Row): ListedGoods | null =>
  (row['goods'] as ListedGoods | null | undefined) ?? null

/**
 * The columns with the goods of each document: who approves one or looks for one sees what it is about. The
 * amount only for persons who may see it; `definition` is the one visible to them.
 */
function goodsColumns(definition: AnyDocument): GridColumn<Row>[] {
  const { amount } = definition.lines
  return [
    {
      field: 'goods',
      label: definition.goods === false ? { zh: '内容', en: 'About' } : { zh: '物料', en: 'Goods' },
      kind: 'text',
      width: 280,
      isSortable: false,
      isEssential: true,
      text: (row) => {
        const goods = goodsOf(row)
        return goods === null ? '' : goodsText(goods)
      },
      render: (row) => {
        const goods = goodsOf(row)
        return goods === null ? emptyValue : goodsCell(goods)
      },
    },
    ...(amount === undefined
      ? []
      : [
          {
            field: 'goodsAmount',
            label: amount.label,
            kind: 'money' as const,
            isSortable: false,
          },
        ]),
  ]
}

/** The columns of a list with those of the goods after the states. */
export function withGoodsColumns(
  definition: AnyDocument,
  columns: readonly GridColumn<Row>[],
): GridColumn<Row>[] {
  const at = Math.max(
    ...['docNo', 'state', 'erpState'].map((name) =>
      columns.findIndex(({ field, isHidden }) => field === name && isHidden !== true),
    ),
  )
  return [...columns.slice(0, at + 1), ...goodsColumns(definition), ...columns.slice(at + 1)]
}
