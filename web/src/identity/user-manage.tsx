import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, Segmented, Space } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { useConfirm } from '../kit/dialog/use-confirm.tsx'
import { useDecider } from '../kit/session/decider.ts'
import { toast } from '../kit/feedback/toast.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { DataGridHandle, GridSelection } from '../kit/grid/data-grid.tsx'
import type { BlockRequest } from '../kit/grid/cursor-datasource.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import pages from '../kit/pages/frame/pages.module.css'
import { markStale } from '../kit/tab/entity-versions.ts'
import { listed, useLanguage } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { readNumberedPage } from './numbered-pages.ts'
import { OncePassword, type OnceShownPassword } from './once-password.tsx'
import { ProgramDialog } from './program-dialog.tsx'
import { SamlDialog } from './saml-dialog.tsx'
import { userEntity } from './user.ts'
import type { UserPage, UserRecord } from './user.ts'
import { UserDialog } from './user-dialog.tsx'
import { RightsChanges } from './rights-changes.tsx'
import { useReason, type MayWait } from './use-reason.tsx'
import { userMessages } from './user-messages.ts'

type Act = 'disable' | 'enable' | 'unlock' | 'confirm-person' | 'revoke-tokens' | 'reset-password'

/** 用户管理: accounts, whether they are enabled, their passwords and open sessions. */
// oxlint-disable-next-line max-lines-per-function -- markup: one page with all actions on users; their dialogs are components
export default function UserManage(): ReactNode {
  const t = useMessages(userMessages)
  const { label } = useLanguage()
  const confirm = useConfirm()
  const { isAdmin } = useDecider()
  const reasoned = useReason()
  const [hasSaml, setSaml] = useState(false)
  const [isMakingProgram, setMakingProgram] = useState(false)
  const grid = useRef<DataGridHandle>(null)
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<'all' | 'active' | 'disabled' | 'locked' | 'technical'>(
    'all',
  )
  const [selection, setSelection] = useState<GridSelection<UserRecord> | null>(null)
  const [editing, setEditing] = useState<UserRecord | 'new' | null>(null)
  const [secret, setSecret] = useState<OnceShownPassword | null>(null)
  const loadBlock = (block: BlockRequest) =>
    readNumberedPage(block, (pageNum, pageSize) =>
      api.post<UserPage>(
        '/api/system/users/list',
        {
          ...(search !== '' && { search }),
          ...(status === 'locked' && { isLocked: true }),
          ...(status === 'technical' && { isTechnical: true }),
          ...((status === 'active' || status === 'disabled') && { status }),
          pageNum,
          pageSize,
        },
        { signal: block.signal },
      ),
    )
  const columns = useMemo(
    // oxlint-disable-next-line max-lines-per-function -- one list of columns
    (): GridColumn<UserRecord>[] => [
      {
        field: 'account',
        label: t('account'),
        kind: 'text',
        width: 130,
        pinned: 'left',
        isSortable: false,
        onOpen: (row) => setEditing(row),
      },
      { field: 'userName', label: t('userName'), kind: 'text', width: 120, isSortable: false },
      {
        field: 'status',
        label: t('status'),
        kind: 'state',
        width: 90,
        isSortable: false,
        states: [
          { value: 'active', label: t('active'), tone: 'done' },
          { value: 'disabled', label: t('disabled'), tone: 'cancelled' },
        ],
      },
      {
        field: 'isLocked',
        label: t('locked'),
        kind: 'state',
        width: 90,
        isSortable: false,
        states: [{ value: 'true', label: t('locked'), tone: 'failed' }],
        render: (row) => (row.isLocked ? t('locked') : '–'),
      },
      {
        field: 'userType',
        label: t('userType'),
        kind: 'choice',
        width: 90,
        isSortable: false,
        choices: [
          { value: 'EMP', label: t('employee') },
          { value: 'EXU', label: t('external') },
        ],
        render: (row) =>
          row.isTechnical ? t('program') : t(row.userType === 'EMP' ? 'employee' : 'external'),
      },
      { field: 'supplierNo', label: t('supplier'), kind: 'text', width: 110, isSortable: false },
      {
        field: 'owningCompany',
        label: t('owningCompany'),
        kind: 'text',
        width: 100,
        isSortable: false,
      },
      { field: 'companyCodes', label: t('companies'), kind: 'list', width: 120, isSortable: false },
      {
        field: 'roles',
        label: t('roleCount'),
        kind: 'text',
        width: 80,
        isSortable: false,
        render: (row) => String(row.roles.length),
      },
      { field: 'mobile', label: t('mobile'), kind: 'text', width: 120, isSortable: false },
      { field: 'email', label: t('email'), kind: 'text', width: 170, isSortable: false },
      {
        field: 'lastLoginAt',
        label: t('lastLogin'),
        kind: 'instant',
        width: 140,
        isSortable: false,
      },
      { field: 'validUntil', label: t('validUntil'), kind: 'date', width: 110, isSortable: false },
      {
        field: 'passwordKnownTo',
        label: t('passwordKnownTo'),
        kind: 'text',
        width: 150,
        isSortable: false,
      },
      {
        field: 'mustChangePassword',
        label: t('mustChange'),
        kind: 'flag',
        width: 110,
        isSortable: false,
      },
    ],
    [t],
  )
  const act = async (what: Act, verb: string): Promise<void> => {
    const users = selection?.rows ?? []
    const names = listed(users.map((user) => user.account))
    const isDangerous = !['enable', 'unlock', 'confirm-person'].includes(what)
    if (
      isDangerous &&
      !(await confirm({ title: `${verb} ${names}?`, actionText: verb, isDangerous }))
    )
      return
    try {
      let isWaiting = false
      for (const user of users) {
        const answer = await reasoned.send((reason) =>
          api.post<
            MayWait & {
              temporaryPassword?: string | null
              sentTo?: string | null
            }
          >(`/api/system/users/${user.id}/${what}`, reason, {
            idempotencyKey: newIdempotencyKey(),
          }),
        )
        if (answer === null) return
        isWaiting ||= answer.waiting != null
        if (what === 'reset-password' && typeof answer.temporaryPassword === 'string') {
          setSecret({ account: user.account, password: answer.temporaryPassword })
        }
        if (typeof answer.sentTo === 'string')
          toast.success(t('mailed', { address: answer.sentTo }))
      }
      if (!isWaiting) toast.success({ zh: `${verb}完成`, en: `${verb}: done` })
    } finally {
      grid.current?.clearSelection()
      markStale(userEntity)
    }
  }
  const users = selection?.rows ?? []
  const barrier = users.find((user) => user.barrier !== null)?.barrier ?? null
  const button = (what: Act, words: string, isPossible: boolean, reason = ''): ReactNode => (
    <Button
      disabled={!isPossible || barrier !== null || reason !== ''}
      title={barrier === null ? reason : label(barrier)}
      onClick={() => {
        act(what, words).catch(toast.error)
      }}
    >
      {words}
    </Button>
  )
  return (
    <PageFrame
      path="/system/userManage"
      primary={
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => setEditing('new')}
        >
          {t('add')}
        </Button>
      }
      actions={
        isAdmin && (
          <>
            <Button onClick={() => setMakingProgram(true)}>{t('addProgram')}</Button>
            <Button onClick={() => setSaml(true)}>{t('companySignIn')}</Button>
          </>
        )
      }
    >
      <RightsChanges />
      {reasoned.dialog}
      <Space className={pages.filters} role="search">
        <Input.Search
          allowClear
          placeholder={t('search')}
          aria-label={t('search')}
          onSearch={(text) => setSearch(text.trim())}
        />
        <Segmented
          value={status}
          onChange={setStatus}
          options={(['all', 'active', 'disabled', 'locked', 'technical'] as const).map((value) => ({
            value,
            label: t(value),
          }))}
        />
      </Space>
      <DataGrid
        ref={grid}
        pageKey="/system/userManage"
        ariaLabel={t('title')}
        columns={columns}
        source={{ kind: 'cursor', loadBlock, queryKey: `${search} ${status}`, entity: userEntity }}
        rowId={(row) => row.id}
        selection="multiple"
        onSelectionChange={setSelection}
        onRowOpen={(row) => setEditing(row)}
      />
      {users.length > 0 && (
        <div className={pages.actionBar} role="toolbar">
          <strong>{t('selected', { count: users.length })}</strong>
          <span className={pages.spring} />
          {button(
            'disable',
            t('disable'),
            users.every((user) => user.status === 'active'),
          )}
          {button(
            'enable',
            t('enable'),
            users.every((user) => user.status === 'disabled'),
          )}
          {button(
            'unlock',
            t('unlock'),
            users.some((user) => user.isLocked),
          )}
          {button(
            'confirm-person',
            t('confirmPerson'),
            users.some((user) => user.passwordKnownTo !== ''),
          )}
          {button('revoke-tokens', t('revoke'), true)}
          {button(
            'reset-password',
            t('reset'),
            users.length === 1 && users.every((user) => !user.isTechnical),
            isAdmin || users.every((user) => user.email !== '') ? '' : t('noMail'),
          )}
        </div>
      )}
      {isMakingProgram && <ProgramDialog onClose={() => setMakingProgram(false)} />}
      {hasSaml && <SamlDialog onClose={() => setSaml(false)} />}
      {editing !== null && (
        <UserDialog
          user={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onMade={(account, password) => setSecret({ account, password })}
        />
      )}
      {secret !== null && <OncePassword {...secret} onClose={() => setSecret(null)} />}
    </PageFrame>
  )
}
