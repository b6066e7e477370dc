import { DownOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tag } from 'antd'
import type { MenuProps } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../feedback/lazy-part.tsx'
import { newIdempotencyKey } from '../../api/client.ts'
import { useConfirm } from '../../dialog/use-confirm.tsx'
import { toast } from '../../feedback/toast.ts'
import { readLayout, useLayout } from '../../grid/column-store.ts'
import { useMessages } from '../../text/messages.ts'
import type { ListState } from './list-state.ts'
import { isSameContent, useListViews, viewsMax, withView, withoutView } from './list-views.ts'
import type { ListView } from './list-views.ts'
import styles from '../frame/pages.module.css'
import { usePageTitle } from '../frame/page-frame.tsx'
import { copyViewLink, pathOfList } from './shared-view.ts'
import { viewMessages } from './view-messages.ts'

const ViewNameDialog = lazyPart(
  async () => ({
    default: (await import('./view-name-dialog.tsx')).ViewNameDialog,
  }),
  'overlay',
)

const standardKey = 'standard'
const viewKey = (id: string): string => `view ${id}`

/** Selects, saves, renames, shares and deletes the user's views of a list. */
// oxlint-disable-next-line max-lines-per-function -- one menu: its commands share the views of the page
export function ViewSwitch({ pageKey, state }: { pageKey: string; state: ListState }): ReactNode {
  const t = useMessages(viewMessages)
  const confirm = useConfirm()
  const pageTitle = usePageTitle(pathOfList(pageKey) ?? '')
  const { known, change } = useListViews(pageKey)
  const layout = useLayout(pageKey)
  const [asking, setAsking] = useState<'new' | 'rename' | null>(null)
  const active = known.views.find(({ id }) => id === state.activeId)
  const content = { ...state.conditions, layout }
  const isChanged = active !== undefined && !isSameContent(active, content)
  const isDefault = active !== undefined && known.defaultId === active.id

  const saveNew = (name: string): void => {
    const view: ListView = { id: newIdempotencyKey(), name, ...content }
    change(withView(known, view))
    if (state.visitedId === null) state.name(view.id)
    else state.leave({ id: view.id })
    toast.success(t('saved', { name }))
  }
  const save = (view: ListView, name: string): void => {
    change(withView(known, { ...view, name }))
    toast.success(t('saved', { name }))
  }
  const remove = async (view: ListView): Promise<void> => {
    const title = t('removeOne', { name: view.name })
    if (!(await confirm({ title, actionText: t('remove'), isDangerous: true }))) return
    change(withoutView(known, view.id))
    state.name(null)
  }
  const share = async (): Promise<void> => {
    const name = active?.name ?? pageTitle
    await copyViewLink(pageKey, name, { ...state.conditions, layout: readLayout(pageKey) })
    toast.success(t('copied'))
  }
  const startNew = (): void => {
    if (known.views.length < viewsMax) setAsking('new')
    else toast.warning(t('tooMany', { limit: viewsMax }))
  }
  const items: MenuProps['items'] = [
    {
      type: 'group',
      label: t('mine'),
      children: [
        { key: standardKey, label: t('standard') },
        ...known.views.map((view) => ({
          key: viewKey(view.id),
          label: (
            <span className={styles.viewName}>
              {view.name}
              {view.id === known.defaultId && <Tag>{t('byDefault')}</Tag>}
            </span>
          ),
        })),
      ],
    },
    { type: 'divider' },
    ...(isChanged ? [{ key: 'save', label: t('save') }] : []),
    { key: 'saveAs', label: t('saveAs') },
    ...(active === undefined
      ? []
      : [
          { key: 'default', label: t(isDefault ? 'endDefault' : 'makeDefault') },
          { key: 'rename', label: t('rename') },
        ]),
    ...(pathOfList(pageKey) === null ? [] : [{ key: 'share', label: t('share') }]),
    ...(active === undefined ? [] : [{ key: 'remove', danger: true, label: t('remove') }]),
  ]
  const acts: Record<string, () => void> = {
    [standardKey]: () => state.show(null),
    saveAs: startNew,
    share: () => void share().catch(toast.error),
    ...(active !== undefined && {
      save: () => save({ ...active, ...content }, active.name),
      default: () => change({ ...known, defaultId: isDefault ? null : active.id }),
      rename: () => setAsking('rename'),
      remove: () => void remove(active).catch(toast.error),
    }),
  }
  const choose = (key: string): void => {
    const view = known.views.find(({ id }) => viewKey(id) === key)
    if (view === undefined) acts[key]?.()
    else state.show(view)
  }
  const selected = active === undefined ? standardKey : viewKey(active.id)
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          selectable: true,
          selectedKeys: state.visitedId === null ? [selected] : [],
          onClick: ({ key }) => choose(key),
          style: { maxHeight: '60vh', overflow: 'auto' },
        }}
      >
        <Button icon={<EyeOutlined aria-hidden />}>
          <span className={styles.viewLabel}>
            {active === undefined ? t('view') : t('viewNamed', { name: active.name })}
          </span>
          {isChanged && t('changed')}
          <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {asking !== null && (
        <Suspense fallback={null}>
          <ViewNameDialog
            title={t(asking === 'new' ? 'saveAs' : 'rename')}
            known={known}
            own={asking === 'rename' ? (active?.id ?? null) : null}
            initial={asking === 'rename' ? (active?.name ?? '') : ''}
            onClose={() => setAsking(null)}
            onName={(name) => {
              setAsking(null)
              if (asking === 'new' || active === undefined) saveNew(name)
              else save(active, name)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
