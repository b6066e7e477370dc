import { PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import {
  movementRuleCondition,
  movementRuleResult,
  purposePattern,
} from '@kufang/contract/system/movement-rule.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import { approvalFields } from '../kit/approval/approval-fields.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { typedValues, type FieldProblems } from '../kit/fields/validate-fields.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { RuleChanges } from './rule-changes.tsx'

const purposeForm = words(
  '只能用小写字母、数字和连字符，以字母开头',
  'Lower-case letters, digits and hyphens only, beginning with a letter',
)

const messages = defineMessages({
  add: { zh: '新增移动类型规则', en: 'New movement rule' },
  title: { zh: '移动类型规则', en: 'Movement rules' },
  save: { zh: '提交变更申请', en: 'Request the change' },
  saved: {
    zh: '已提交规则 {purpose} 的变更申请，由另一人批准后自生效日执行',
    en: 'The change of {purpose} is requested; it is in force from its day once someone else approves it',
  },
})

const ruleFields: Fields = { ...movementRuleCondition, ...movementRuleResult }

const changeFields: Fields = { ...ruleFields, ...approvalFields }
const conditionFields = new Set(Object.keys(movementRuleCondition))

/** What of a row is sent with its change: the rule, and when it was read. */
const sentOf = (row: Row | null): Row =>
  Object.fromEntries(
    [...Object.keys(ruleFields), 'isActive', 'updatedAt'].flatMap((name) =>
      row === null || row[name] === undefined ? [] : [[name, row[name]]],
    ),
  )

/** A new rule matches anything until it is narrowed. */
const newRule: Row = {
  ...Object.fromEntries(
    Object.entries(movementRuleCondition).flatMap(([name, field]) =>
      field.kind === 'choice' ? [[name, '*']] : [],
    ),
  ),
  isReasonRequired: false,
  isAccountRequired: false,
  isOnlyPrescribed: false,
  isActive: true,
}

const rulesKey = ['erp', 'movement-rules']
const order = ['purpose', ...Object.keys(movementRuleResult)]

/** The movement type for each situation; a company's own row takes precedence over the general one. */
export function MovementRules(): ReactNode {
  const t = useMessages(messages)
  const client = useQueryClient()
  const [shown, setShown] = useState<Row | 'new' | null>(null)
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
      <div>
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setShown('new')}>
          {t('add')}
        </Button>
      </div>
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
          row={shown === 'new' ? null : shown}
          onClose={() => setShown(null)}
          onDone={() => {
            client.invalidateQueries({ queryKey: rulesKey }).catch(console.error)
          }}
        />
      )}
    </>
  )
}

/** Changes the result of a rule, or adds one. */
function RuleDialog(props: {
  row: Row | null
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { row } = props
  const t = useMessages(messages)
  return (
    <FieldDialog
      title={row === null ? t('add') : String(row['purpose'])}
      actionText={t('save')}
      fields={changeFields}
      initial={{ ...(row ?? newRule), effectiveFrom: companyToday() }}
      {...(row !== null && { readOnly: conditionFields })}
      problemsOf={problemsOf}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const typed = typedValues(changeFields, values)
        // An empty choice or company is '' in a rule.
        const filled = Object.entries({ ...sentOf(row), ...typed }).map(([name, value]) => [
          name,
          value ?? '',
        ])
        const body = Object.fromEntries(filled) as Row
        await api.put('/api/erp/movement-rules', body, { idempotencyKey: keys.of(body) })
        toast.success(t('saved', { purpose: String(body['purpose']) }))
        props.onDone()
      }}
    />
  )
}

function problemsOf({ purpose }: Row): FieldProblems {
  const entered = textOf(purpose)
  return entered === '' || purposePattern.test(entered) ? {} : { purpose: purposeForm }
}
