import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { choice, date, flag, text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { api } from '../kit/api/client.ts'
import { TabState } from '../kit/document/view/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { typedValues } from '../kit/fields/validate-fields.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { RuleChanges } from './rule-changes.tsx'

const messages = defineMessages({
  title: { zh: '移动类型规则', en: 'Movement rules' },
  save: { zh: '提交变更申请', en: 'Request the change' },
  saved: {
    zh: '已提交规则 {purpose} 的变更申请，由另一人批准后自生效日执行',
    en: 'The change of {purpose} is requested; it is in force from its day once someone else approves it',
  },
})

const fixed = (zh: string, en: string, width: number) =>
  text(words(zh, en), { by: 'server', width })

/** The columns of the condition are fixed; the resulting movement type can be changed. */
const ruleFields: Fields = {
  purpose: fixed('业务', 'Purpose', 220),
  companyCode: fixed('公司（空为全部）', 'Company (empty: all)', 90),
  fromPlace: fixed('从', 'From', 100),
  fromCategory: fixed('从类型', 'From category', 70),
  toPlace: fixed('到', 'To', 100),
  toCategory: fixed('到类型', 'To category', 70),
  distance: fixed('距离', 'Distance', 110),
  fromSpecialStock: fixed('从特殊库存', 'From special', 80),
  toSpecialStock: fixed('到特殊库存', 'To special', 80),
  accountAssignment: fixed('科目分配', 'Account assignment', 120),
  basis: fixed('参照', 'Basis', 110),
  movementType: text(words('移动类型', 'Movement type'), {
    required: true,
    lengthMax: 3,
    width: 90,
  }),
  reversalMovementType: text(words('冲销类型', 'Reversal type'), {
    required: true,
    lengthMax: 3,
    width: 90,
  }),
  goodsMovementCode: text(words('移动代码', 'Goods movement code'), {
    required: true,
    lengthMax: 2,
    width: 80,
  }),
  referenceDocumentType: choice(
    words('参照凭证类型', 'Reference type'),
    {
      B: words('采购订单', 'Purchase order'),
      F: words('生产订单', 'Production order'),
      L: words('交货单', 'Delivery'),
    },
    { width: 110 },
  ),
  isOnlyPrescribed: flag(words('仅按预留', 'Only as reserved'), { width: 90 }),
  isActive: flag(words('启用', 'Active'), { width: 70 }),
}

/** Asked with every change: another person approves it, and it counts from its day. */
const changeFields: Fields = {
  ...ruleFields,
  effectiveFrom: date(words('生效日', 'In force from'), { required: true }),
  reason: text(words('变更原因', 'Reason'), { required: true, lengthMax: 200, multiline: true }),
}

const rulesKey = ['erp', 'movement-rules']
const order = [
  'purpose',
  'movementType',
  'reversalMovementType',
  'goodsMovementCode',
  'referenceDocumentType',
  'isOnlyPrescribed',
  'isActive',
]

/** The movement type for each situation; a company's own row takes precedence over the general one. */
export function MovementRules(): ReactNode {
  const t = useMessages(messages)
  const client = useQueryClient()
  const [shown, setShown] = useState<Row | null>(null)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => api.get<Row[]>('/api/erp/movement-rules', { signal }),
  })
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      [...new Set([...order, ...Object.keys(ruleFields)])].flatMap((name) => {
        const field = ruleFields[name]
        if (field === undefined) return []
        const column = fieldColumn(name, { ...field, required: false })
        return [
          name === 'purpose'
            ? { ...column, pinned: 'left' as const, onOpen: (row: Row) => setShown(row) }
            : column,
        ]
      }),
    [],
  )
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  return (
    <>
      <RuleChanges rulesKey={rulesKey} fields={ruleFields} />
      <DataGrid
        pageKey="/system/sapApiDeployMessage rules"
        ariaLabel={t('title')}
        columns={columns}
        source={{ kind: 'rows', rows: data }}
        rowId={(row) => `${String(row['companyCode'])} ${String(row['purpose'])}`}
        onRowOpen={setShown}
      />
      {shown !== null && (
        <RuleDialog
          row={shown}
          onClose={() => setShown(null)}
          onDone={() => {
            client.invalidateQueries({ queryKey: rulesKey }).catch(console.error)
          }}
        />
      )}
    </>
  )
}

function RuleDialog(props: { row: Row; onClose: () => void; onDone: () => void }): ReactNode {
  const { row } = props
  const t = useMessages(messages)
  return (
    <FieldDialog
      title={String(row['purpose'])}
      actionText={t('save')}
      fields={changeFields}
      initial={{ ...row, effectiveFrom: companyToday() }}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const typed = typedValues(changeFields, values)
        const body = {
          ...row,
          ...typed,
          referenceDocumentType: typed['referenceDocumentType'] ?? '',
        }
        await api.put('/api/erp/movement-rules', body, { idempotencyKey: keys.of(body) })
        toast.success(t('saved', { purpose: String(row['purpose']) }))
        props.onDone()
      }}
    />
  )
}
