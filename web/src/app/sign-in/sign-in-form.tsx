import { useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { ApiError, describeError } from '../../kit/api/api-error.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { noProblem, Problem } from './problem.tsx'
import type { ShownProblem } from './problem.tsx'
import { replaceLocation, currentLocation } from '../../kit/location/hash-location.ts'
import { redirectTarget } from '../session/guard.ts'
import { sessionStore, signIn } from '../session/session.ts'
import { signInMessages } from './sign-in-messages.ts'
import styles from '../stand-alone/stand-alone.module.css'

/** Sign-in with account and password; then opens the target of the URL. */
export function SignInForm(): ReactNode {
  const t = useMessages(signInMessages)
  const [problem, setProblem] = useState<ShownProblem>(noProblem)
  const [isBusy, setBusy] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  // The account of a lapsed session is preset, as the same user usually returns.
  const [lapsedAccount] = useState(() => sessionStore.get().user?.account ?? '')
  const accountRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)

  const submit = async (): Promise<void> => {
    const account = accountRef.current?.value.trim() ?? ''
    const password = passwordRef.current?.value ?? ''
    if (account === '' || password === '') {
      setProblem({
        text: t(account === '' ? 'accountRequired' : 'passwordRequired'),
        requestId: null,
      })
      const missing = account === '' ? accountRef : passwordRef
      missing.current?.focus()
      return
    }
    setProblem(noProblem)
    setBusy(true)
    try {
      const isReady = await signIn(account, password)
      toast.close()
      if (isReady) replaceLocation(redirectTarget(currentLocation().search))
    } catch (thrown) {
      const described = describeError(thrown)
      // A wrong password is nothing to look up in a log.
      const isRefused = thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500
      setProblem(isRefused ? { ...described, requestId: null } : described)
      passwordRef.current?.select()
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy) void submit()
  }
  const watchCapsLock = (event: KeyboardEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'))

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <label>
        {t('account')}
        <input
          ref={accountRef}
          name="username"
          defaultValue={lapsedAccount}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <label>
        {t('password')}
        <input
          ref={passwordRef}
          name="password"
          type="password"
          autoComplete="current-password"
          onKeyUp={watchCapsLock}
        />
      </label>
      {hasCapsLock && <p className={styles.hint}>{t('capsLock')}</p>}
      <Problem problem={problem} />
      <button type="submit" className={styles.primary} disabled={isBusy}>
        {isBusy ? t('signingIn') : t('signIn')}
      </button>
    </form>
  )
}
