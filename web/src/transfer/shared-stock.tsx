import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { CreateRequest } from '@kufang/contract/document/api.ts'
import { quantity, reference } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { sharedStockQuery } from '@kufang/contract/stock/shared-stock-query.ts'
import { sharingOffer } from '@kufang/contract/transfer/sharing-offer.ts'
import { sharingRequest } from '@kufang/contract/transfer/sharing-request.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import { useMasterSearch } from '../kit/fields/master-search.ts'
import { documentPath } from '../kit/document/document-path.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { toast } from '../kit/feedback/toast.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { DocumentList } from '../kit/pages/list/document-list.tsx'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { queryColumns, queryList } from '../kit/pages/list/query-columns.ts'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { usePageLocation } from '../kit/tab/page-location.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  view: { zh: '显示', en: 'Show' },
  stock: { zh: '可共享的库存', en: 'Stock to share' },
  requests: { zh: '我方申请', en: 'What we asked for' },
  offers: { zh: '对方申请（待我方答复）', en: 'What others ask for' },
  ask: { zh: '申请', en: 'Ask for it' },
  askFor: { zh: '申请 {company} 的共享物资 {material}', en: 'Ask {company} for {material}' },
  send: { zh: '发出申请', en: 'Send the request' },
  there: {
    zh: '{place} 现可共享 {quantity}，联系人 {keeper}。申请不占用库存；对方答复后按跨公司出库办理。',
    en: '{quantity} free at {place}, contact {keeper}. A request holds no stock; once answered, the goods go as a cross-company issue.',
  },
  sent: {
    zh: '已发出申请，对方保管员会收到待办：',
    en: 'The request is sent; the keeper there has it among the to-dos:',
  },
  unknown: { zh: '未登记', en: 'unknown' },
})

const path = '/Stock/shareStockSearch'
const list = {
  ...queryList(sharedStockQuery, path),
  quickFilters: ['materialNo', 'description', 'materialGroup', 'companyCode', 'plant'],
}
const columnsShown = queryColumns(sharedStockQuery, path)

type View = 'stock' | 'requests' | 'offers'

/** A link names a document of one of the two types, by their numbers. */
const viewOfLink = (search: string): View => {
  if (search === '') return 'stock'
  return new RegExp(`=${sharingOffer.prefix}\\d`).test(search) ? 'offers' : 'requests'
}

/** 共享物资查询: what other companies have free, asking for it, and what was asked of us. */
export default function SharedStock(): ReactNode {
  const t = useMessages(messages)
  const { search } = usePageLocation()
  const [view, setView] = useState<View>(viewOfLink(search))
  const [followed, setFollowed] = useState(search)
  if (search !== followed) {
    setFollowed(search)
    if (search !== '') setView(viewOfLink(search))
  }
  return (
    <PageFrame
      path={path}
      titleExtra={
        <Segmented<View>
          aria-label={t('view')}
          value={view}
          options={[
            { value: 'stock', label: t('stock') },
            { value: 'requests', label: t('requests') },
            { value: 'offers', label: t('offers') },
          ]}
          onChange={setView}
        />
      }
    >
      {view === 'stock' && <StockOfOthers />}
      {view === 'requests' && (
        <DocumentList
          key="requests"
          definition={sharingRequest}
          page={sharingRequest.pages[path]!}
          path={path}
        />
      )}
      {view === 'offers' && (
        <DocumentList
          key="offers"
          definition={sharingOffer}
          page={sharingOffer.pages[path]!}
          path={path}
        />
      )}
    </PageFrame>
  )
}

function StockOfOthers(): ReactNode {
  const t = useMessages(messages)
  const { label: words } = useLanguage()
  const [wanted, setWanted] = useState<Row | null>(null)
  // Whoever belongs to one company asks for it.
  const { options: companies } = useMasterSearch('company', '', {}, true)
  const own = companies.length === 1 ? companies[0]!.value : undefined
  const columns = useMemo((): GridColumn<Row>[] => {
    const made: GridColumn<Row>[] = columnsShown.map((column) => ({
      ...column,
      ...(column.field === 'materialNo' && { pinned: 'left' as const }),
    }))
    made.splice(
      made.findIndex(({ field }) => field === 'companyCode'),
      0,
      {
        field: 'ask',
        label: messages.ask,
        kind: 'text',
        width: 72,
        isSortable: false,
        render: (row) => (
          <Button size="small" type="link" onClick={() => setWanted(row)}>
            {t('ask')}
          </Button>
        ),
      },
    )
    return made
  }, [t])
  return (
    <>
      <RecordList
        {...list}
        pageKey={path}
        ariaLabel={words(sharedStockQuery.label)}
        columns={columns}
      />
      {wanted !== null && <AskDialog row={wanted} own={own} onClose={() => setWanted(null)} />}
    </>
  )
}

const { plant, storageLocation, neededBy, purpose, contact } = sharingRequest.header
const askedFields = {
  companyCode: reference(label('需方公司', 'Asking company'), 'company', { required: true }),
  quantity: quantity(label('申请数量', 'Quantity asked for'), { required: true }),
  neededBy,
  purpose,
  contact,
  plant,
  storageLocation,
} as const

/** Asks for goods of a row: how much, by when, and where to. */
function AskDialog(props: { row: Row; own: string | undefined; onClose: () => void }): ReactNode {
  const { row, own, onClose } = props
  const t = useMessages(messages)
  const at = (name: string): string => textOf(row[name])
  return (
    <FieldDialog
      title={t('askFor', { company: at('companyCode'), material: at('materialNo') })}
      actionText={t('send')}
      fields={askedFields}
      initial={own === undefined ? {} : { companyCode: own }}
      onSend={async ({ quantity: wanted, companyCode, ...header }, keys) => {
        const request: CreateRequest = {
          page: path,
          companyCode: textOf(companyCode),
          header: {
            ...header,
            supplyingCompany: at('companyCode'),
            supplyingPlant: at('plant'),
            supplyingStorageLocation: at('storageLocation'),
          },
          lines: [{ materialNo: at('materialNo'), quantity: textOf(wanted) }],
          actionAfterCreate: 'submit',
        }
        const { id, docNo } = await api.post<{ id: string; docNo: string }>(
          `/api/documents/${sharingRequest.name}`,
          request,
          { idempotencyKey: keys.of(request) },
        )
        markStale(sharingRequest.name)
        toast.success(t('sent'), { text: docNo, path: documentPath(sharingRequest.name, id) })
      }}
      onClose={onClose}
    >
      <p>
        {t('there', {
          place: `${at('plant')}/${at('storageLocation')} ${at('storageLocationName')}`,
          quantity: withUnit(numberText(row['freeQuantity']), row['unit']),
          keeper: at('keeperName') || t('unknown'),
        })}
      </p>
    </FieldDialog>
  )
}
