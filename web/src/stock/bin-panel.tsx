import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { label as words, type Label } from '@kufang/contract/document/declare/label.ts'
import { binPurposes } from '@kufang/contract/masters/bin.ts'
import { hazardClasses } from '@kufang/contract/masters/hazard-class.ts'
import { keepersOf, type BinMap, type BinOnMap } from '@kufang/contract/stock/bin-map.ts'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import { api } from '../kit/api/client.ts'
import { useDecider } from '../kit/session/decider.ts'
import { openDocument, openPath } from '../kit/document/document-path.ts'
import { stockEntity } from '../kit/document/related.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { momentText } from '../kit/fields/moment-text.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import { filteredPath } from '../kit/pages/list/list-link.ts'
import { queryColumns } from '../kit/pages/list/query-columns.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { listed, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { placeText } from './bin-map-layout.ts'
import { roomWords } from './bin-words.ts'
import { categoryText } from './category-text.ts'
import styles from './bin-map.module.css'

const messages = defineMessages({
  place: { zh: '位置', en: 'Place' },
  where: {
    zh: '库区 {area} · {aisle} 排 {rack} 架 {level} 层 {position} 位',
    en: 'area {area}, aisle {aisle}, rack {rack}, level {level}, position {position}',
  },
  purpose: { zh: '用途', en: 'Purpose' },
  hazard: { zh: '危险类别', en: 'Hazard class' },
  ordinary: { zh: '普通', en: 'Ordinary' },
  room: { zh: '占用', en: 'Taken' },
  mixing: { zh: '混放', en: 'Mixing' },
  mixed: { zh: '允许', en: 'Allowed' },
  notMixed: { zh: '一个货位一种物料', en: 'One material only' },
  held: { zh: '冻结', en: 'Held' },
  heldUntil: { zh: '{person}，至 {until}', en: '{person}, until {until}' },
  locked: { zh: '货位管理中锁定', en: 'Locked in the master data' },
  counting: { zh: '盘点中', en: 'Being counted' },
  lastCounted: { zh: '上次盘点', en: 'Last counted' },
  never: { zh: '从未盘点', en: 'Never' },
  keepers: { zh: '负责人', en: 'In charge' },
  stock: { zh: '货位库存', en: 'Stock of the bin' },
  empty: { zh: '账上没有货，或不在您的范围', en: 'Nothing in the books, or outside your scope' },
})

/** What is done about a bin, on which page. */
const acts: readonly { path: string; list?: string; label: Label }[] = [
  { path: '/locationAdjust/locationAdjustCreate', label: words('移到其他货位', 'Move to a bin') },
  { path: '/freeze/stockFreeze', list: 'freeze-order', label: words('冻结库存', 'Freeze stock') },
  { path: '/freeze/stockFreeze', list: 'place-freeze', label: words('冻结货位', 'Freeze the bin') },
  { path: '/checkForm/checkFormCreate', label: words('盘点', 'Count') },
  { path: '/Stock/stockSearch', label: words('库存查询', 'Stock') },
]

const shown = [
  'materialNo',
  'description',
  'batch',
  'stockCategory',
  'quantity',
  'unit',
  'available',
  'reserved',
  'frozen',
  'lastCountedAt',
]
const columns = queryColumns(stockQuery, '/Stock/stockSearch')
  .filter(({ field }) => shown.includes(field))
  .toSorted((a, b) => shown.indexOf(a.field) - shown.indexOf(b.field))
  .map((column) => ({
    ...column,
    isHidden: false,
    isSortable: false,
    ...(column.field === 'stockCategory' && { width: 100, render: categoryText }),
  }))
const rowsMax = 200

/** A bin of the map: what it is for, what lies in it, who holds and counts it, when it was last counted, and what can be done. */
// oxlint-disable-next-line max-lines-per-function -- markup: facts, acts and stock of one bin
export function BinPanel({ map, bin }: { map: BinMap; bin: BinOnMap }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { isAdmin, roles } = useDecider()
  const version = useEntityVersion(stockEntity)
  const { companyCode, plant, storageLocation } = map
  const place = { plant, storageLocation, bin: bin.bin }
  const stock = useQuery({
    queryKey: ['stock', 'of bin', companyCode, place, version],
    queryFn: ({ signal }) =>
      api.post<ListResponse<Row>>(
        '/api/queries/stock/list',
        {
          filters: Object.entries({ companyCode, ...place, place: 'stock' }).map(
            ([field, value]) => ({ field, operator: 'eq', value }),
          ),
          size: rowsMax,
        },
        { signal },
      ),
  })
  const allowed = acts.filter(({ path }) => isAdmin || roles.has(cataloguePage(path).role))
  const { heldBy, countedBy } = bin
  return (
    <>
      <div className={styles.acts}>
        {allowed.map((act) => (
          <Button
            key={`${act.path} ${act.list ?? ''}`}
            onClick={() =>
              openPath(
                act.list === 'place-freeze'
                  ? `${act.path}?${new URLSearchParams({ list: act.list })}`
                  : filteredPath(act.path, place, act.list),
              )
            }
          >
            {label(act.label)}
          </Button>
        ))}
      </div>
      <dl className={styles.facts}>
        <dt>{t('place')}</dt>
        <dd>
          {placeText(bin).replaceAll('\u0000', '') === ''
            ? '–'
            : t('where', {
                area: bin.area || '–',
                aisle: bin.aisle || '–',
                rack: bin.rack || '–',
                level: bin.level || '–',
                position: bin.position || '–',
              })}
        </dd>
        <dt>{t('purpose')}</dt>
        <dd>{label(binPurposes[bin.purpose])}</dd>
        <dt>{t('hazard')}</dt>
        <dd>{bin.hazardClass === null ? t('ordinary') : label(hazardClasses[bin.hazardClass])}</dd>
        <dt>{t('room')}</dt>
        <dd>
          {roomWords(bin).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </dd>
        <dt>{t('mixing')}</dt>
        <dd>{t(bin.allowsMixing ? 'mixed' : 'notMixed')}</dd>
        <dt>{t('held')}</dt>
        <dd>
          {heldBy === null ? (
            bin.isLocked ? (
              t('locked')
            ) : (
              '–'
            )
          ) : (
            <>
              <DocumentLink of={heldBy} />{' '}
              {t('heldUntil', { person: heldBy.placedByName, until: heldBy.heldUntil ?? '–' })}
            </>
          )}
        </dd>
        <dt>{t('counting')}</dt>
        <dd>{countedBy === null ? '–' : <DocumentLink of={countedBy} />}</dd>
        <dt>{t('keepers')}</dt>
        <dd>{listed(keepersOf(map, bin).map(({ userName }) => userName)) || '–'}</dd>
        <dt>{t('lastCounted')}</dt>
        <dd>
          {bin.lastCountedAt === null
            ? t('never')
            : `${momentText(bin.lastCountedAt)} ${bin.lastCountNo ?? ''}`}
        </dd>
      </dl>
      {stock.data === undefined || stock.data.rows.length === 0 ? (
        <TabState
          error={stock.error}
          isLoading={stock.isLoading}
          onRetry={stock.refetch}
          empty={t('empty')}
        />
      ) : (
        <DataGrid
          pageKey="stock of a bin"
          ariaLabel={t('stock')}
          columns={columns}
          source={{ kind: 'rows', rows: stock.data.rows }}
          rowId={(row) => String(row['keyId'])}
          height="content"
        />
      )}
    </>
  )
}

function DocumentLink({
  of,
}: {
  of: { documentType: string; documentId: string; documentNo: string }
}) {
  return (
    <a
      href={`#/document/${of.documentType}/${of.documentId}`}
      onClick={(event) => {
        event.preventDefault()
        openDocument(of.documentType, of.documentId)
      }}
    >
      {of.documentNo}
    </a>
  )
}
