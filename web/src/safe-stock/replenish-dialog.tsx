import { Checkbox, theme as antdTheme } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { date, reference } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { positionStates } from '@kufang/contract/safe-stock/quota-words.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import { PreviewDialog } from '../kit/fields/preview-dialog.tsx'
import { documentApi } from '../kit/document/document-api.ts'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import styles from '../kit/grid/small-table.module.css'

const messages = defineMessages({
  title: { zh: '从补库建议生成申请', en: 'Make a request of what is missing' },
  make: { zh: '生成草稿', en: 'Make a draft' },
  show: { zh: '列出缺额', en: 'List what is missing' },
  first: { zh: '请先列出缺额并勾选', en: 'List what is missing and select rows first' },
  none: {
    zh: '该库存地点没有缺额：可用、质检、在订、在途和已申请的已够到最高储备',
    en: 'Nothing is missing: what is free, inspected, ordered, coming and asked for reaches the maximum',
  },
  all: { zh: '全选', en: 'All' },
  material: { zh: '物料', en: 'Material' },
  state: { zh: '储备状态', en: 'State' },
  target: { zh: '最高', en: 'Maximum' },
  free: { zh: '可用', en: 'Free' },
  coming: { zh: '质检、在订、在途', en: 'Inspected, ordered, coming' },
  asked: { zh: '已申请', en: 'Asked for' },
  missing: { zh: '补库建议', en: 'Missing' },
  requester: { zh: '请购人', en: 'Requester' },
  chosen: { zh: '已选 {count} 行', en: '{count} {count|row|rows} selected' },
  capped: {
    zh: '只列出前 {count} 行，提出后再生成其余',
    en: 'The first {count} {count|row is|rows are} listed; request them, then make the others',
  },
  made: { zh: '已生成 {count} 行的草稿：', en: 'A draft of {count} {count|line|lines} was made:' },
})

const fields = {
  plant: reference(label('工厂', 'Plant'), 'plant', { required: true }),
  storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
    required: true,
  }),
  requiredDate: date(label('需求日期', 'Required by'), { required: true, isNotPast: true }),
}

const path = '/accountManage/quotaReplenishStoreStatistic'
const rowsMax = 200
/** The smallest quantity there is. */
const leastMissing = '0.001'

interface Missing {
  rows: readonly Row[]
  /** The materials of the rows that become lines. */
  chosen: ReadonlySet<string>
}

/** What is missing at a storage location; what is at its reorder point is selected, because the rest may wait. */
async function missingAt(values: Row): Promise<Missing> {
  const filters = ['plant', 'storageLocation'].map((field) => ({
    field,
    operator: 'eq',
    value: values[field],
  }))
  const { rows } = await api.post<ListResponse<Row>>('/api/queries/safe-stock-position/list', {
    filters: [...filters, { field: 'missingQuantity', operator: 'gte', value: leastMissing }],
    size: rowsMax,
  })
  const urgent = rows.filter((row) => ['short', 'reorder'].includes(textOf(row['positionState'])))
  return { rows, chosen: new Set(urgent.map((row) => textOf(row['materialNo']))) }
}

/** Lists what is missing at a storage location, and makes a draft of the selected rows. */
export function ReplenishDialog(props: { onMade: () => void; onClose: () => void }): ReactNode {
  const t = useMessages(messages)
  const make = async ({ rows, chosen }: Missing, header: Row, key: string): Promise<void> => {
    const lines = rows
      .filter((row) => chosen.has(textOf(row['materialNo'])))
      .map((row) => ({ materialNo: row['materialNo'], quantity: row['missingQuantity'] }))
    const request = {
      page: path,
      companyCode: textOf(rows[0]?.['companyCode']),
      header: { ...header },
      lines,
    }
    const { docNo } = await documentApi.create('replenishment-request', request, key)
    toast.success(t('made', { count: lines.length }), {
      text: docNo,
      path: `${path}?docNo=${docNo}`,
    })
    markStale('replenishment-request')
    props.onMade()
  }
  return (
    <PreviewDialog<Missing>
      title={t('title')}
      showText={t('show')}
      makeText={t('make')}
      fieldsOf={() => fields}
      keepsPreview={(name) => name === 'requiredDate'}
      show={missingAt}
      make={make}
      refusalOf={(missing) => (missing === null || missing.chosen.size === 0 ? t('first') : null)}
      statusOf={({ chosen }) => t('chosen', { count: chosen.size })}
      onClose={props.onClose}
    >
      {(missing, onPreview) => (
        <>
          {missing.rows.length === 0 && <p>{t('none')}</p>}
          {missing.rows.length === rowsMax && <p>{t('capped', { count: rowsMax })}</p>}
          {missing.rows.length > 0 && (
            <MissingTable {...missing} onChoose={(chosen) => onPreview({ ...missing, chosen })} />
          )}
        </>
      )}
    </PreviewDialog>
  )
}

interface MissingTableProps {
  rows: readonly Row[]
  chosen: ReadonlySet<string>
  onChoose: (materials: ReadonlySet<string>) => void
}

function MissingTable({ rows, chosen, onChoose }: MissingTableProps): ReactNode {
  const t = useMessages(messages)
  const { label: words } = useLanguage()
  const { token } = antdTheme.useToken()
  const colours = { '--line': token.colorBorder, '--head': token.colorFillAlter }
  const all = rows.map((row) => textOf(row['materialNo']))
  const toggle = (material: string): void => {
    const next = new Set(chosen)
    if (!next.delete(material)) next.add(material)
    onChoose(next)
  }
  return (
    <table className={styles.table} style={colours as CSSProperties} aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              aria-label={t('all')}
              checked={chosen.size === all.length}
              indeterminate={chosen.size > 0 && chosen.size < all.length}
              onChange={({ target }) => onChoose(new Set(target.checked ? all : []))}
            />
          </th>
          {(['material', 'state'] as const).map((name) => (
            <th key={name} scope="col">
              {t(name)}
            </th>
          ))}
          {(['target', 'free', 'coming', 'asked', 'missing'] as const).map((name) => (
            <th key={name} scope="col" className={styles.number}>
              {t(name)}
            </th>
          ))}
          <th scope="col">{t('requester')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const material = textOf(row['materialNo'])
          const state = positionStates[textOf(row['positionState']) as keyof typeof positionStates]
          const coming = ['inspectionQuantity', 'orderedQuantity', 'underWayQuantity']
          return (
            <tr key={material}>
              <td>
                <Checkbox
                  aria-label={material}
                  checked={chosen.has(material)}
                  onChange={() => toggle(material)}
                />
              </td>
              <td>
                <strong>{material}</strong> {textOf(row['description'])}
              </td>
              <td>
                <StateTag tone={state.tone} label={words(state.label)} />
              </td>
              <td className={styles.number}>{numberText(textOf(row['maximumQuantity']))}</td>
              <td className={styles.number}>{numberText(textOf(row['freeQuantity']))}</td>
              <td className={styles.number}>
                {coming.map((name) => numberText(textOf(row[name]))).join(' / ')}
              </td>
              <td className={styles.number}>{numberText(textOf(row['requestedQuantity']))}</td>
              <td className={styles.number}>
                {withUnit(numberText(textOf(row['missingQuantity'])), textOf(row['unit']))}
              </td>
              <td>{textOf(row['purchaseRequester']) || '–'}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
