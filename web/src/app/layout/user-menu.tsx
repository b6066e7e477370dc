import { UserOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { useMessages } from '../../kit/text/messages.ts'
import type { PersonalPart } from '../account/personal-drawer.tsx'
import { workspaceMessages } from '../workspace/workspace-messages.ts'
import { startTour } from '../workspace/tour-state.ts'
import { lock } from '../workspace/idle-lock.ts'
import { leave as leaveSession } from '../session/guard.ts'
import { useUser } from '../session/use-permission.ts'
import type { TabCommands } from '../tabs/use-tab-commands.tsx'
import styles from './layout.module.css'
import { shellMessages } from './shell-messages.ts'

/** The popup is rendered inside the header: content outside of all landmarks is hard to find with screen readers. */
function headOf(node: HTMLElement): HTMLElement {
  return node.closest('header') ?? document.body
}

const PersonalDrawer = lazyPart(
  async () => ({
    default: (await import('../account/personal-drawer.tsx')).PersonalDrawer,
  }),
  'overlay',
)
const SettingsDrawer = lazyPart(
  async () => ({
    default: (await import('../workspace/settings-drawer.tsx')).SettingsDrawer,
  }),
  'overlay',
)

/** The user's menu: profile, password, display, shortcuts, lock, sign-out. */
export function UserMenu(props: { commands: TabCommands; onKeys: () => void }): ReactNode {
  const t = useMessages(shellMessages)
  const workspace = useMessages(workspaceMessages)
  const user = useUser()
  const [part, setPart] = useState<PersonalPart | null>(null)
  const [hasPersonal, setPersonal] = useState(false)
  const [hasSettings, setSettings] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const leave = async (): Promise<void> => {
    if (!(await props.commands.mayLeaveAll())) return
    try {
      await leaveSession()
    } catch (thrown) {
      toast.error(thrown)
    }
  }
  const showPersonal = (shown: PersonalPart): void => {
    setPersonal(true)
    setPart(shown)
  }
  const act: Record<string, () => void> = {
    information: () => showPersonal('information'),
    password: () => showPersonal('password'),
    settings: () => {
      setSettings(true)
      setOpen(true)
    },
    keys: props.onKeys,
    tour: startTour,
    lock: () => lock(user.account),
    leave: () => void leave(),
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        getPopupContainer={headOf}
        menu={{
          items: [
            { key: 'information', label: t('personal') },
            { key: 'password', label: t('changePassword') },
            { type: 'divider' },
            { key: 'settings', label: workspace('settings') },
            { key: 'keys', label: workspace('keys') },
            { key: 'tour', label: workspace('tourAgain') },
            { type: 'divider' },
            { key: 'lock', label: workspace('lockNow') },
            { key: 'leave', label: t('signOut') },
          ],
          onClick: ({ key }) => act[key]?.(),
        }}
      >
        <Button type="text" data-tour="person" aria-label={user.username} title={user.username}>
          <span className={styles.avatar}>
            {user.avatar === '' ? <UserOutlined aria-hidden /> : <img src={user.avatar} alt="" />}
          </span>
          <span className={`${styles.onDesktop} ${styles.userName}`}>{user.username}</span>
        </Button>
      </Dropdown>
      {hasPersonal && (
        <ErrorBoundary place="personal drawer">
          <Suspense fallback={null}>
            <PersonalDrawer part={part} onPart={setPart} onClose={() => setPart(null)} />
          </Suspense>
        </ErrorBoundary>
      )}
      {hasSettings && (
        <ErrorBoundary place="settings">
          <Suspense fallback={null}>
            <SettingsDrawer isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
