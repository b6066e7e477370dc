import { Button, theme as antdTheme } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import type { FirstStock } from '@kufang/contract/stock/stock-first.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { listed } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import styles from '../kit/grid/small-table.module.css'
import { holderNos, isTaken, kindOf, placeOf, type StockKind } from './stock-words.ts'

const messages = defineMessages({
  title: { zh: '先利库后采购', en: 'Stock first' },
  line: { zh: '行', en: 'Line' },
  kind: { zh: '类别', en: 'Kind' },
  goods: { zh: '物料', en: 'Material' },
  place: { zh: '地点', en: 'Where' },
  available: { zh: '可用', en: 'Available' },
  held: { zh: '占用', en: 'Held' },
  lastIssued: { zh: '上次领用', en: 'Last issued' },
  act: { zh: '处理', en: 'Act' },
  never: { zh: '从未', en: 'never' },
  deadTitle: {
    zh: '{months} 个月以上没有领用，也没有入库',
    en: 'Neither issued nor received for more than {months} months',
  },
  take: { zh: '利用', en: 'Take' },
  takeTitle: {
    zh: '以该库存代替采购：该行相应减少，并为领料单位提交领料单',
    en: 'Takes this stock instead of buying: the line is reduced, and a requisition is submitted for the unit',
  },
  ask: { zh: '退回协调', en: 'Return to arrange' },
  askTitle: {
    zh: '这些库存由他人占用或属于其他公司：退回采购员先行协调，原因已写明地点和数量',
    en: 'This stock is held for others or belongs to another company: returns the document for the buyer to arrange it; the reason names place and quantity',
  },
  keeper: { zh: '保管员 {name}', en: 'keeper {name}' },
})

/** What each kind of stock is called. */
export const kindLabels = {
  free: { zh: '自有可用', en: 'Free' },
  dead: { zh: '呆滞', en: 'Dead' },
  equivalent: { zh: '等效物料', en: 'Equivalent' },
  held: { zh: '他人占用', en: 'Held for others' },
  shared: { zh: '其他公司', en: 'Other company' },
} as const satisfies Record<StockKind, { zh: string; en: string }>

const tones = {
  free: 'done',
  dead: 'partial',
  equivalent: 'waiting',
  held: 'draft',
  shared: 'active',
} as const satisfies Record<StockKind, string>

interface Acts {
  /** Takes the stock of a row; absent if this person may not. */
  onTake?: (stock: FirstStock) => void
  /** Asks for the stock of a row. */
  onAsk?: (stock: FirstStock, kind: StockKind) => void
}

/** Stock that could be taken instead of buying, by line; plain, so that nothing of it is truncated. */
export function StockTable(
  props: Acts & { companyCode: string; deadMonths: number; stocks: readonly FirstStock[] },
): ReactNode {
  const { stocks, onTake, onAsk } = props
  const t = useMessages(messages)
  const { token } = antdTheme.useToken()
  const colours = { '--line': token.colorBorder, '--head': token.colorFillAlter }
  return (
    <table className={styles.table} style={colours as CSSProperties}>
      <caption>{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('line')}</th>
          <th scope="col">{t('kind')}</th>
          <th scope="col">{t('goods')}</th>
          <th scope="col">{t('place')}</th>
          <th scope="col" className={styles.number}>
            {t('available')}
          </th>
          <th scope="col" className={styles.number}>
            {t('held')}
          </th>
          <th scope="col">{t('lastIssued')}</th>
          {(onTake ?? onAsk) !== undefined && <th scope="col">{t('act')}</th>}
        </tr>
      </thead>
      <tbody>
        {stocks.map((stock) => (
          <StockRow
            key={[stock.lineNo, stock.companyCode, stock.materialNo, placeOf(stock)].join(' ')}
            {...props}
            stock={stock}
          />
        ))}
      </tbody>
    </table>
  )
}

function StockRow(
  props: Acts & { companyCode: string; deadMonths: number; stock: FirstStock },
): ReactNode {
  const { stock, onTake, onAsk } = props
  const t = useMessages(messages)
  const kind = kindOf(stock, props.companyCode)
  const nos = holderNos(stock)
  return (
    <tr>
      <td>{stock.lineNo}</td>
      <td>
        <StateTag tone={tones[kind]} label={kindLabels[kind]} />
        {stock.isDead && kind !== 'dead' && <StateTag tone={tones.dead} label={kindLabels.dead} />}
      </td>
      <td>
        <strong>{stock.materialNo}</strong> {stock.description}
        <div className={styles.quiet}>
          {[
            stock.description.includes(stock.specification) ? '' : stock.specification,
            stock.manufacturer,
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
      </td>
      <td>
        {kind === 'shared' && `${stock.companyCode} `}
        {placeOf(stock)} {stock.storageLocationName}
        {stock.keeperName !== '' && (
          <div className={styles.quiet}>{t('keeper', { name: stock.keeperName })}</div>
        )}
      </td>
      <td className={styles.number}>{withUnit(numberText(stock.available), stock.unit)}</td>
      <td className={styles.number}>
        {stock.held === '0' ? '–' : withUnit(numberText(stock.held), stock.unit)}
        {nos.length > 0 && <div className={styles.quiet}>{listed(nos)}</div>}
      </td>
      <td
        className={styles.day}
        title={stock.isDead ? t('deadTitle', { months: props.deadMonths }) : ''}
      >
        {kind === 'shared' ? '–' : (stock.lastIssuedOn ?? t('never'))}
      </td>
      {(onTake ?? onAsk) !== undefined && (
        <td>
          {isTaken(kind) && onTake !== undefined && (
            <Button size="small" title={t('takeTitle')} onClick={() => onTake(stock)}>
              {t('take')}
            </Button>
          )}
          {!isTaken(kind) && onAsk !== undefined && (
            <Button size="small" title={t('askTitle')} onClick={() => onAsk(stock, kind)}>
              {t('ask')}
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}
