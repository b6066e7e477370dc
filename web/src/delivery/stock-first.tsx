import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { FirstStock, FirstStockAnswer } from '@kufang/contract/stock/stock-first.ts'
import { ActionDialog } from '../kit/document/act/action-dialog.tsx'
import { keepAskedReason } from '../kit/document/act/asked-reason.ts'
import { listedDocument } from '../kit/document/listed-document.ts'
import type { BesideSlotProps } from '../kit/document/slots.ts'
import { api } from '../kit/api/client.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { numberText } from '../kit/grid/cell-format.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { listed } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import { StockTable } from './stock-table.tsx'
import { holderNos, placeOf, type StockKind } from './stock-words.ts'
import { TakeStockDialog } from './take-stock-dialog.tsx'

const messages = defineMessages({
  none: {
    zh: '本单的物料没有可利用的库存：本公司、等效物料和其他公司共享的都没有',
    en: 'There is no stock of these materials: neither of the company, nor of equivalent ones, nor shared by others',
  },
  askHeld: {
    zh: '{place} 有 {quantity} 被 {holders} 占用，请先协调',
    en: '{quantity} at {place} are held by {holders}; arrange that first',
  },
  askShared: {
    zh: '公司 {company} {place} 有 {quantity} 可调配，请先联系',
    en: 'Company {company} has {quantity} at {place}; ask it first',
  },
})

/** What there is already of the goods that are to be bought, line by line, and the acts that follow from it. */
export function StockFirst(props: BesideSlotProps): ReactNode {
  const { definition, document: shown, isInDialog } = props
  const { header } = shown
  const t = useMessages(messages)
  const client = useQueryClient()
  const version = useEntityVersion('stock')
  const [taken, setTaken] = useState<FirstStock | null>(null)
  const [asking, setAsking] = useState<string | null>(null)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['document', definition.name, header.id, 'stock-first', header.version, version],
    queryFn: ({ signal }) =>
      api.get<FirstStockAnswer>(`/api/delivery/stock-first/${header.id}`, { signal }),
  })
  if (data === undefined)
    return <TabState error={error} isLoading={isLoading} onRetry={refetch} empty={t('none')} />
  const stocks = [...data.own, ...data.shared].toSorted((a, b) => a.lineNo - b.lineNo)
  if (stocks.length === 0) return <p>{t('none')}</p>
  const mayTake = !isInDialog && shown.actions['takeStock'] === null
  const returning = ['refuse', 'refuseDirector'].find((name) => shown.actions[name] === null)
  const ask = (act: string, stock: FirstStock, kind: StockKind): void => {
    const amount = kind === 'held' ? stock.held : stock.available
    const quantity = withUnit(numberText(amount), stock.unit)
    const place = placeOf(stock)
    const reason =
      kind === 'held'
        ? t('askHeld', { place, quantity, holders: listed(holderNos(stock)) })
        : t('askShared', { company: stock.companyCode, place, quantity })
    keepAskedReason(client, header.docNo, new URLSearchParams({ act, reason }))
    setAsking(act)
  }
  return (
    <>
      <StockTable
        companyCode={String(header['companyCode'])}
        deadMonths={data.deadMonths}
        stocks={stocks}
        {...(mayTake && { onTake: setTaken })}
        {...(returning !== undefined &&
          !isInDialog && { onAsk: (stock, kind) => ask(returning, stock, kind) })}
      />
      {taken !== null && (
        <TakeStockDialog
          definition={definition}
          document={shown}
          stock={taken}
          requester={data.requester}
          onClose={() => setTaken(null)}
          onDone={() => props.onActed?.()}
        />
      )}
      {asking !== null && (
        <ActionDialog
          definition={definition}
          action={asking}
          documents={[listedDocument(header)]}
          onClose={() => setAsking(null)}
          onDone={() => props.onActed?.()}
        />
      )}
    </>
  )
}
