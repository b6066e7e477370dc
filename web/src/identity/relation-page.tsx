import { PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Segmented } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { useConfirm } from '../kit/dialog/use-confirm.tsx'
import { useDecider } from '../kit/session/decider.ts'
import { toast } from '../kit/feedback/toast.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import type { Row } from '../kit/fields/field-column.ts'
import type { BlockRequest } from '../kit/grid/cursor-datasource.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { DataGridHandle, GridSelection } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageFrame, usePageTitle } from '../kit/pages/frame/page-frame.tsx'
import pages from '../kit/pages/frame/pages.module.css'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useLanguage, withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './identity.module.css'
import { allLabel, withAll } from './all-values.ts'
import { readNumberedPage } from './numbered-pages.ts'
import { RelationBoardView } from './relation-board.tsx'
import { RelationDialog } from './relation-dialog.tsx'
import { SeenByDialog } from './seen-by-dialog.tsx'
import { RightsChanges } from './rights-changes.tsx'
import { UserChooser } from './user-chooser.tsx'
import { userEntity, type UserRecord } from './user.ts'

const messages = defineMessages({
  add: { zh: '新增关系', en: 'Add' },
  end: { zh: '结束所选关系', en: 'End the selected' },
  endThem: {
    zh: '结束 {count} 条关系？结束后用户不再看到相应数据',
    en: 'End {count} {count|relation|relations}? The user will no longer see these data',
  },
  ended: { zh: '已结束 {count} 条', en: '{count} ended' },
  everyone: { zh: '全部用户', en: 'All users' },
  includeEnded: { zh: '含已结束', en: 'Ended ones too' },
  account: { zh: '账号', en: 'Account' },
  userName: { zh: '姓名', en: 'Name' },
  validFrom: { zh: '生效', en: 'From' },
  validTo: { zh: '结束', en: 'To' },
  createdByName: { zh: '授权人', en: 'Granted by' },
  endedByName: { zh: '结束人', en: 'Ended by' },
  selected: { zh: '已选 {count} 项', en: '{count} selected' },
  chooseUser: { zh: '先选择左侧用户', en: 'Choose a user first' },
  board: { zh: '看板', en: 'Board' },
  rows: { zh: '明细', en: 'Rows' },
  view: { zh: '显示方式', en: 'Shown as' },
  seen: { zh: '以其身份查看', en: 'See as this person' },
})

interface RelationPageAnswer {
  rows: Row[]
  total: number
}

/** The data scope of a user in one dimension; relations are ended, never deleted. */
// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
export function RelationPage({
  relation: first,
  others,
}: {
  relation: AnyRelation
  /** Relations without a page of their own that are maintained here too, by users with their role. */
  others: readonly AnyRelation[]
}): ReactNode {
  const { path } = first
  const { isAdmin, roles } = useDecider()
  const further = others.filter(
    (other) => isAdmin || roles.has('JSFP') || roles.has(cataloguePage(other.path).role),
  )
  const [relation, setRelation] = useState(first)
  const { name: kind, fields } = relation
  const { label } = useLanguage()
  const t = useMessages(messages)
  const pageTitle = usePageTitle(path)
  const title = relation === first ? pageTitle : label(relation.label)
  const confirm = useConfirm()
  const grid = useRef<DataGridHandle>(null)
  const [user, setUser] = useState<UserRecord | null>(null)
  const [includeEnded, setIncludeEnded] = useState(false)
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [view, setView] = useState<'board' | 'rows'>('board')
  const [isSeeing, setSeeing] = useState(false)
  const entity = `relation ${kind}`
  const loadBlock = (block: BlockRequest) =>
    readNumberedPage<Row>(block, async (pageNum, pageSize) => {
      const answer = await api.post<RelationPageAnswer>(
        `/api/system/relations/${kind}/list`,
        { ...(user !== null && { userId: user.id }), includeEnded, pageNum, pageSize },
        { signal: block.signal },
      )
      return { ...answer, rows: answer.rows.map((row) => withAll(row, fields, label(allLabel))) }
    })
  const columns = useMemo((): GridColumn<Row>[] => {
    const text = (
      field: 'account' | 'userName' | 'createdByName' | 'endedByName',
      width: number,
    ): GridColumn<Row> => ({
      field,
      label: t(field),
      kind: 'text',
      width,
      isSortable: false,
    })
    return [
      text('account', 120),
      text('userName', 100),
      ...Object.entries(fields).map(([name, field]) => ({
        ...fieldColumn(name, { ...field, required: false }),
        isSortable: false,
      })),
      { field: 'validFrom', label: t('validFrom'), kind: 'instant', width: 140, isSortable: false },
      { field: 'validTo', label: t('validTo'), kind: 'instant', width: 140, isSortable: false },
      text('createdByName', 90),
      text('endedByName', 90),
    ]
  }, [t, fields])
  const end = async (): Promise<void> => {
    const rows = selection?.rows ?? []
    const agreed = await confirm({
      title: t('endThem', { count: rows.length }),
      actionText: t('end'),
      isDangerous: true,
    })
    if (!agreed) return
    try {
      for (const [userId, ofUser] of Map.groupBy(rows, (row) => String(row['userId']))) {
        await api.post(
          `/api/system/relations/${kind}/remove`,
          { userId, ids: ofUser.map((row) => row['id']) },
          { idempotencyKey: newIdempotencyKey() },
        )
      }
      toast.success(t('ended', { count: rows.length }))
    } finally {
      grid.current?.clearSelection()
      markStale(entity)
    }
  }
  const count = selection?.rows.length ?? 0
  return (
    <PageFrame
      path={path}
      titleExtra={
        further.length > 0 && (
          <Segmented
            aria-label={pageTitle}
            value={kind}
            onChange={(name) => {
              setSelection(null)
              setRelation([first, ...further].find((one) => one.name === name) ?? first)
            }}
            options={[first, ...further].map((one) => ({
              value: one.name,
              label: label(one.label),
            }))}
          />
        )
      }
      primary={
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          disabled={user === null || user.barrier !== null}
          title={user === null ? t('chooseUser') : user.barrier === null ? '' : label(user.barrier)}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </Button>
      }
    >
      <RightsChanges rule={`user-${kind}`} onDone={() => markStale(entity)} />
      <div className={styles.split}>
        <UserChooser chosen={user} onChoose={setUser} />
        <div className={styles.rights}>
          <div className={pages.filters}>
            <Button
              type={user === null ? 'primary' : 'default'}
              ghost={user === null}
              onClick={() => setUser(null)}
            >
              {t('everyone')}
            </Button>
            {user !== null && (
              <>
                <strong>{withDetail(user.userName, user.account)}</strong>
                <Segmented
                  aria-label={t('view')}
                  value={view}
                  options={(['board', 'rows'] as const).map((value) => ({
                    value,
                    label: t(value),
                  }))}
                  onChange={(next) => {
                    setSelection(null)
                    setView(next)
                  }}
                />
                <Button onClick={() => setSeeing(true)}>{t('seen')}</Button>
              </>
            )}
            {(user === null || view === 'rows') && (
              <Checkbox
                checked={includeEnded}
                onChange={(event) => setIncludeEnded(event.target.checked)}
              >
                {t('includeEnded')}
              </Checkbox>
            )}
          </div>
          {user !== null && view === 'board' ? (
            <RelationBoardView
              key={`${kind} ${user.id}`}
              relation={relation}
              user={user}
              entity={entity}
            />
          ) : (
            <DataGrid
              key={kind}
              ref={grid}
              pageKey={relation === first ? path : `${path} ${kind}`}
              ariaLabel={title}
              columns={columns}
              source={{
                kind: 'cursor',
                loadBlock,
                queryKey: `${user?.id ?? ''} ${includeEnded}`,
                entity,
              }}
              rowId={(row) => String(row['id'])}
              selection="multiple"
              isSelectable={(row) => row['validTo'] == null}
              onSelectionChange={setSelection}
            />
          )}
          {count > 0 && (
            <div className={pages.actionBar} role="toolbar">
              <strong>{t('selected', { count })}</strong>
              <span className={pages.spring} />
              <Button
                danger
                onClick={() => {
                  end().catch(toast.error)
                }}
              >
                {t('end')}
              </Button>
            </div>
          )}
        </div>
      </div>
      {isSeeing && user !== null && <SeenByDialog user={user} onClose={() => setSeeing(false)} />}
      {isAdding && user !== null && (
        <RelationDialog
          relation={relation}
          user={user}
          title={title}
          onClose={() => setAdding(false)}
          onDone={() => {
            markStale(entity)
            // It may only have been requested.
            markStale(userEntity)
          }}
        />
      )}
    </PageFrame>
  )
}
