import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { choice, text, type Field } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { pairStates, type ComparedMaterial } from '@kufang/contract/masters/material-pair.ts'
import { material } from '@kufang/contract/masters/material.ts'
import { api } from '../kit/api/client.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './masters.module.css'

const messages = defineMessages({
  title: { zh: '判定：{one} 与 {other}', en: 'Decide: {one} and {other}' },
  decide: { zh: '判定', en: 'Decide' },
  takeBack: { zh: '撤销判定', en: 'Take back' },
  stock: { zh: '库存数量', en: 'In stock' },
  replaced: { zh: '已由 {other} 替代', en: 'replaced by {other}' },
  help: {
    zh: '同一物料：未保留的物料不再用于新单据，剩余库存照常办理，不删除，SAP 主数据不变。可替代：缺货或采购前会互相提供库存。不同物料：不再提示。',
    en: 'The same: the one that is not kept is not used in new documents; what is left of it is issued as before, nothing is deleted, and the material master of SAP stays as it is. Equivalent: each is offered where the other is short. Others: they are not proposed again.',
  },
  done: { zh: '已判定', en: 'Decided' },
})

const compared = [
  'description',
  'descriptionEn',
  'specification',
  'materialGrade',
  'drawingNo',
  'manufacturer',
  'materialGroup',
  'unit',
  'hazardClass',
] as const

/** Two materials side by side, what differs marked, and what is decided of them. */
// oxlint-disable-next-line max-lines-per-function -- markup: two materials in one table, and what is decided
export function DecideDialog(props: {
  row: Row
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { row } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [one, other] = [String(row['materialNo']), String(row['otherNo'])]
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['compare', one, other],
    queryFn: ({ signal }) =>
      api.post<ComparedMaterial[]>(
        '/api/duplicates/compare',
        { materialNos: [one, other] },
        { signal },
      ),
    staleTime: 0,
  })
  const isDecided = row['state'] !== 'open'
  const { open: _open, ...decisions } = pairStates
  const reason = text(words('判定理由', 'Reason'), {
    required: true,
    lengthMax: 200,
    multiline: true,
    suggestions: [
      words('同一规格型号，仅写法不同', 'One specification, written differently'),
      words(
        '规格一致，制造商不同，可互换',
        'One specification of different makers, interchangeable',
      ),
      words('压力等级或长度不同', 'Another pressure class or length'),
    ],
  })
  const fieldsOf = (values: Row): Readonly<Record<string, Field>> => ({
    state: choice(words('判定', 'Decision'), isDecided ? pairStates : decisions, {
      required: true,
    }),
    ...(values['state'] === 'same' && {
      keptNo: choice(
        words('保留物料', 'Kept'),
        { [one]: words(one, one), [other]: words(other, other) },
        { required: true },
      ),
    }),
    reason,
  })
  return (
    <FieldDialog
      title={t('title', { one, other })}
      actionText={({ state }) => t(state === 'open' ? 'takeBack' : 'decide')}
      fields={fieldsOf}
      initial={{ state: isDecided ? 'open' : row['suggestion'] }}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const body = {
          materialNo: one,
          otherNo: other,
          version: row['version'],
          state: values['state'],
          ...(values['state'] === 'same' && { keptNo: values['keptNo'] }),
          reason: String(values['reason']),
        }
        await api.post('/api/duplicates/resolve', body, { idempotencyKey: keys.of(body) })
        toast.success(t('done'))
        props.onDone()
      }}
    >
      {data === undefined ? (
        <TabState error={error} isLoading={isLoading} onRetry={refetch} />
      ) : (
        <table className={styles.compare}>
          <thead>
            <tr>
              <th>{label(material.fields.materialNo.label)}</th>
              {data.map(({ materialNo, replacedBy }) => (
                <th key={materialNo}>
                  {materialNo}
                  {replacedBy !== '' && ` ${t('replaced', { other: replacedBy })}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {compared.map((name) => (
              <tr key={name} data-differs={new Set(data.map((found) => found[name])).size > 1}>
                <th>{label(material.fields[name].label)}</th>
                {data.map((found) => (
                  <td key={found.materialNo}>{found[name]}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th>{t('stock')}</th>
              {data.map(({ materialNo, stockQuantity, unit }) => (
                <td key={materialNo}>{`${stockQuantity} ${unit}`}</td>
              ))}
            </tr>
          </tbody>
        </table>
      )}
      <p>{t('help')}</p>
    </FieldDialog>
  )
}
