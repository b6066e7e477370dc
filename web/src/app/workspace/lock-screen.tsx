import { LockOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { useMessages } from '../../kit/text/messages.ts'
import { replaceLocation } from '../../kit/location/hash-location.ts'
import { useUser } from '../session/use-permission.ts'
import styles from './workspace.module.css'
import { workspaceMessages } from './workspace-messages.ts'
import { leaveLocked, unlock } from './idle-lock.ts'

/** Covers the pages of an absent user; the password shows them again unchanged. */
export function LockScreen(): ReactNode {
  const t = useMessages(workspaceMessages)
  const user = useUser()
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isMissing = hasTried && password === ''
  useEffect(() => {
    document.querySelector<HTMLElement>('#unlock-password')?.focus()
  }, [])
  const leave = (): void => {
    leaveLocked()
    replaceLocation(`/login?time=${Date.now()}`)
  }
  const send = async (): Promise<void> => {
    setTried(true)
    if (password === '' || isBusy) return
    setBusy(true)
    setError(null)
    try {
      if (!(await unlock(user.account, password))) leave()
    } catch (thrown) {
      setError(thrown)
      setPassword('')
      setTried(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className={styles.lock}>
      <Form className={styles.lockBox} layout="vertical" onFinish={() => void send()}>
        <h1 tabIndex={-1}>
          <LockOutlined aria-hidden /> {user.username}
        </h1>
        <p>{t('lockedHint')}</p>
        <ErrorBanner error={error} />
        <input type="hidden" autoComplete="username" value={user.account} readOnly />
        <Form.Item
          label={t('password')}
          htmlFor="unlock-password"
          validateStatus={isMissing ? 'error' : ''}
          help={isMissing ? t('passwordRequired') : undefined}
        >
          <Input.Password
            id="unlock-password"
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={isBusy}>
          {t('unlock')}
        </Button>
        <Button type="link" block title={t('otherPersonWarning')} onClick={leave}>
          {t('otherPerson')}
        </Button>
      </Form>
    </main>
  )
}
