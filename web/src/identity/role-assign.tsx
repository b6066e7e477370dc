import { Alert, Button, Checkbox, Empty, Input, Tree } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { api } from '../kit/api/client.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { useDecider } from '../kit/session/decider.ts'
import { toast } from '../kit/feedback/toast.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import pages from '../kit/pages/frame/pages.module.css'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useUnsavedWork } from '../kit/tab/tab-context.ts'
import { useLanguage, withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './identity.module.css'
import functionCodes from 'virtual:function-codes'
import { RightsChanges } from './rights-changes.tsx'
import { checkedKeys, roleTree, withTicked } from './role-tree.ts'
import { userEntity } from './user.ts'
import type { UserRecord } from './user.ts'
import { UserChooser } from './user-chooser.tsx'
import { useReason, type MayWait } from './use-reason.tsx'

const messages = defineMessages({
  choose: {
    zh: '选择左侧用户，为其勾选可打开的页面',
    en: 'Choose a user, then tick the pages this user may open',
  },
  filter: { zh: '页面名称或角色编码', en: 'Page title or role code' },
  admin: { zh: '系统管理员（不受角色限制）', en: 'Administrator (not limited by roles)' },
  functions: { zh: '按钮权限', en: 'Button rights' },
  changes: {
    zh: '新增 {added} 个、取消 {removed} 个角色',
    en: '{added} {added|role|roles} added, {removed} removed',
  },
  save: { zh: '保存授权', en: 'Save rights' },
  reset: { zh: '放弃修改', en: 'Discard changes' },
  saved: { zh: '已保存 {name} 的授权', en: 'Rights of {name} saved' },
  tree: { zh: '页面与角色', en: 'Pages and roles' },
})

const tree = roleTree(pageCatalogue)
/** 角色分配: the pages a user may open and the buttons the user may press. */
export default function RoleAssign(): ReactNode {
  const t = useMessages(messages)
  const [chosen, setChosen] = useState<UserRecord | null>(null)
  return (
    <PageFrame path="/system/roleAssign">
      <RightsChanges />
      <div className={styles.split}>
        <UserChooser chosen={chosen} onChoose={setChosen} />
        {chosen === null ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('choose')} />
        ) : (
          <Rights key={`${chosen.id} ${chosen.version}`} user={chosen} onSaved={setChosen} />
        )}
      </div>
    </PageFrame>
  )
}

// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
function Rights({
  user,
  onSaved,
}: {
  user: UserRecord
  onSaved: (user: UserRecord) => void
}): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const decider = useDecider()
  // Nobody gives what he does not hold; what the user has already may be taken away.
  const mayGive = (role: string): boolean => decider.isAdmin || decider.roles.has(role)
  const keys = useIntentKeys()
  const reasoned = useReason()
  const [roles, setRoles] = useState<ReadonlySet<string>>(() => new Set(user.roles))
  const [held, setHeld] = useState<readonly string[]>(user.functions)
  const [filter, setFilter] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const added = [...roles].filter((role) => !user.roles.includes(role)).length
  const removed = user.roles.filter((role) => !roles.has(role)).length
  const hasFunctionChange = [...held].toSorted().join() !== [...user.functions].toSorted().join()
  const isDirty = added + removed > 0 || hasFunctionChange
  useUnsavedWork(isDirty)
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase()
    const matches = (node: { label: { zh: string; en: string }; role: string }): boolean =>
      [node.label.zh, node.label.en, node.role].some((words) =>
        words.toLowerCase().includes(wanted),
      )
    return tree.flatMap((group) => {
      const inside = matches(group) ? group.children : group.children.filter(matches)
      return inside.length === 0 ? [] : [{ ...group, children: inside }]
    })
  }, [filter])
  const save = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      let saved: UserRecord & MayWait = user
      let isWaiting = false
      const replace = (what: 'roles' | 'functions', codes: readonly string[]) =>
        reasoned.send((reason) => {
          const body = { [what]: codes, version: saved.version, ...reason }
          return api.post<UserRecord & MayWait>(`/api/system/users/${user.id}/${what}`, body, {
            idempotencyKey: keys.of(body),
          })
        })
      if (added + removed > 0) {
        const answer = await replace('roles', [...roles])
        if (answer === null) return
        saved = answer
        isWaiting ||= answer.waiting != null
      }
      if (hasFunctionChange) {
        const answer = await replace('functions', held)
        if (answer === null) return
        saved = answer
        isWaiting ||= answer.waiting != null
      }
      if (!isWaiting) toast.success(t('saved', { name: user.userName }))
      markStale(userEntity)
      // What waits is not ticked: it is shown above, with what it would add.
      setRoles(new Set(saved.roles))
      setHeld(saved.functions)
      onSaved({ ...saved, barrier: user.barrier })
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.rights}>
      {error !== null && <ErrorBanner error={error} />}
      {reasoned.dialog}
      {user.barrier !== null && <Alert type="warning" showIcon title={label(user.barrier)} />}
      <div className={pages.filters}>
        <strong>{withDetail(user.userName, user.account)}</strong>
        <Input
          allowClear
          style={{ width: 220 }}
          aria-label={t('filter')}
          placeholder={t('filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <Checkbox
          checked={roles.has('admin')}
          disabled={!decider.isAdmin}
          onChange={(event) => {
            const next = new Set(roles)
            if (event.target.checked) next.add('admin')
            else next.delete('admin')
            setRoles(next)
          }}
        >
          {t('admin')}
        </Checkbox>
      </div>
      <div className={styles.tree}>
        <Tree
          key={filter === '' ? 'all' : 'found'}
          checkable
          checkStrictly
          selectable={false}
          aria-label={t('tree')}
          defaultExpandAll={filter !== ''}
          checkedKeys={checkedKeys(shown, roles)}
          onCheck={(_checked, { node, checked }) =>
            setRoles(withTicked(tree, roles, node.key, checked))
          }
          treeData={shown.map((group) => ({
            key: group.key,
            title: `${label(group.label)}  ${group.role}`,
            disableCheckbox: !group.children.every(
              (page) => page.role === '' || mayGive(page.role),
            ),
            children: group.children.map((page) => ({
              key: page.key,
              title: `${label(page.label)}  ${page.role}`,
              checkable: page.role !== '',
              disableCheckbox: !mayGive(page.role),
            })),
          }))}
        />
      </div>
      {functionCodes.length > 0 && (
        <fieldset className={styles.functions}>
          <legend>{t('functions')}</legend>
          {functionCodes.map((entry) => (
            <Checkbox
              key={entry.code}
              checked={held.includes(entry.code)}
              disabled={!decider.isAdmin && decider.functionCodes?.has(entry.code) !== true}
              onChange={(event) =>
                setHeld(
                  event.target.checked
                    ? [...held, entry.code]
                    : held.filter((code) => code !== entry.code),
                )
              }
            >
              {entry.code} {label(entry.label)}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <div className={pages.actionBar} role="toolbar">
        {added + removed > 0 && <Alert type="info" title={t('changes', { added, removed })} />}
        <span className={pages.spring} />
        <Button
          disabled={!isDirty}
          onClick={() => {
            setRoles(new Set(user.roles))
            setHeld(user.functions)
          }}
        >
          {t('reset')}
        </Button>
        <Button
          type="primary"
          disabled={!isDirty || user.barrier !== null}
          loading={isBusy}
          onClick={() => {
            save().catch(toast.error)
          }}
        >
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
