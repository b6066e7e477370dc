import { theme as antdTheme } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import {
  countPlanFields,
  sheetLinesUsual,
  type CountPlan,
  type CountPlanField,
  type MadeSheets,
  type PlannedSheet,
} from '@kufang/contract/stocktake/count-plan.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { api } from '../kit/api/client.ts'
import { PreviewDialog } from '../kit/fields/preview-dialog.tsx'
import { openDocument } from '../kit/document/document-path.ts'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import { typedValues } from '../kit/fields/validate-fields.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { listed } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from '../kit/grid/small-table.module.css'

const messages = defineMessages({
  title: { zh: '按范围生成盘点表', en: 'Make count sheets of a scope' },
  action: { zh: '生成并下达', en: 'Make and start' },
  preview: { zh: '查看盘点表', en: 'Show the sheets' },
  first: { zh: '请先查看盘点表', en: 'Show the sheets first' },
  summary: {
    zh: '{sheets} 张盘点表，共 {lines} 行（范围内 {population} 行，另有 {counted} 行正在盘点）',
    en: '{sheets} {sheets|sheet|sheets} with {lines} {lines|line|lines} ({population} within the scope, {counted} more being counted)',
  },
  seed: {
    zh: '抽样种子 {seed}：写在每张盘点表上，用同一种子可以重新抽出同样的行',
    en: 'Seed {seed}: written on each sheet; the same seed draws the same lines again',
  },
  sheet: { zh: '盘点表', en: 'Sheet' },
  place: { zh: '库存地点', en: 'Storage location' },
  area: { zh: '库区', en: 'Area' },
  keeper: { zh: '保管员', en: 'Keeper' },
  bins: { zh: '货位', en: 'Bins' },
  lines: { zh: '行数', en: 'Lines' },
  empty: { zh: '空货位', en: 'Empty bins' },
  emptyLeft: {
    zh: '另有 {count} 个空货位所在库区没有要盘的库存，不在任何盘点表上',
    en: '{count} more empty {count|bin is|bins are} on no sheet, because nothing is counted in {count|its area|their areas}',
  },
  never: { zh: '从未盘点', en: 'Never counted' },
  oldest: { zh: '最早的上次盘点', en: 'Oldest last count' },
  done: {
    zh: '已下达 {count} 张盘点表：{numbers}',
    en: '{count} {count|sheet|sheets} started: {numbers}',
  },
})

/** The fields that each type of count is chosen by. */
const onlyOf: Partial<Record<CountPlanField, string>> = {
  movedSince: 'movement',
  sampleSize: 'spot',
  sampleSeed: 'spot',
}

function fieldsOf(countType: unknown): Fields {
  return Object.fromEntries(
    Object.entries(countPlanFields)
      .filter(([name]) => {
        const only = onlyOf[name as CountPlanField]
        return only === undefined || only === countType
      })
      .map(([name, field]) => [
        name,
        name === 'movedSince' || name === 'sampleSize' ? { ...field, required: true } : field,
      ]),
  )
}

/** Chooses the stock to count and shows the sheets it becomes before they are made. */
export function CountPlanDialog(props: { onClose: () => void; onDone: () => void }): ReactNode {
  const t = useMessages(messages)
  const request = (values: Row, more: Row = {}): object => ({
    ...(typeof values['companyCode'] === 'string' && { companyCode: values['companyCode'] }),
    plan: { ...typedValues(fieldsOf(values['countType']), values), ...more },
  })
  const make = async (plan: CountPlan, values: Row, idempotencyKey: string): Promise<void> => {
    // The sample that was shown is the one that is made.
    const body = request(values, plan.sampleSeed ? { sampleSeed: plan.sampleSeed } : {})
    const { documents } = await api.post<MadeSheets>('/api/stocktake/sheets', body, {
      idempotencyKey,
    })
    markStale('stocktaking')
    toast.success(t('done', { count: documents.length, numbers: numbersOf(documents) }))
    props.onDone()
    const [only] = documents
    if (documents.length === 1 && only !== undefined) openDocument('stocktaking', only.id)
  }
  return (
    <PreviewDialog<CountPlan>
      title={t('title')}
      showText={t('preview')}
      makeText={t('action')}
      fieldsOf={(values) => fieldsOf(values['countType'])}
      initialValues={{ countType: 'cycle', sheetLines: sheetLinesUsual }}
      valuesWith={(name, row) =>
        name === 'plant' ? { companyCode: row?.['companyCode'] ?? null } : {}
      }
      show={(values) => api.post<CountPlan>('/api/stocktake/plan', request(values))}
      make={make}
      refusalOf={(plan) => (plan === null ? t('first') : null)}
      statusOf={({ sheets, population, beingCounted }) =>
        t('summary', {
          sheets: sheets.length,
          lines: sheets.reduce((sum, sheet) => sum + sheet.lines.length, 0),
          population,
          counted: beingCounted,
        })
      }
      onClose={props.onClose}
    >
      {({ sampleSeed, emptyBinsLeft, sheets }) => (
        <>
          {sampleSeed !== null && <p>{t('seed', { seed: sampleSeed })}</p>}
          {emptyBinsLeft > 0 && <p>{t('emptyLeft', { count: emptyBinsLeft })}</p>}
          <SheetTable sheets={sheets} />
        </>
      )}
    </PreviewDialog>
  )
}

/** The numbers of the sheets: of many the first and the last. */
function numbersOf(documents: MadeSheets['documents']): string {
  const numbers = documents.map(({ docNo }) => docNo)
  return numbers.length > 3 ? `${numbers[0]} – ${numbers.at(-1)}` : listed(numbers)
}

function SheetTable({ sheets }: { sheets: readonly PlannedSheet[] }): ReactNode {
  const t = useMessages(messages)
  const { token } = antdTheme.useToken()
  const colours = { '--line': token.colorBorder, '--head': token.colorFillAlter }
  return (
    <table className={styles.table} style={colours as CSSProperties} aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col">{t('sheet')}</th>
          <th scope="col">{t('place')}</th>
          <th scope="col">{t('area')}</th>
          <th scope="col">{t('keeper')}</th>
          <th scope="col">{t('bins')}</th>
          <th scope="col" className={styles.number}>
            {t('lines')}
          </th>
          <th scope="col" className={styles.number}>
            {t('never')}
          </th>
          <th scope="col" className={styles.number}>
            {t('empty')}
          </th>
          <th scope="col">{t('oldest')}</th>
        </tr>
      </thead>
      <tbody>
        {sheets.map((sheet, index) => (
          <SheetRow key={index} no={`${index + 1}/${sheets.length}`} sheet={sheet} />
        ))}
      </tbody>
    </table>
  )
}

function SheetRow({ no, sheet }: { no: string; sheet: PlannedSheet }): ReactNode {
  const { lines } = sheet
  const dates = lines.flatMap(({ lastCountedAt }) => lastCountedAt ?? [])
  const [first, last] = [lines[0]?.bin ?? '', lines.at(-1)?.bin ?? '']
  return (
    <tr>
      <td>{no}</td>
      <td>
        {sheet.plant}/{sheet.storageLocation} {sheet.storageLocationName}
      </td>
      <td>{sheet.area || '–'}</td>
      <td>{sheet.keeperName || '–'}</td>
      <td>{first === last ? first : `${first} – ${last}`}</td>
      <td className={styles.number}>{lines.length}</td>
      <td className={styles.number}>{lines.length - dates.length}</td>
      <td className={styles.number}>{sheet.emptyBins.length}</td>
      <td className={styles.day}>{momentText(dates.toSorted()[0])}</td>
    </tr>
  )
}
