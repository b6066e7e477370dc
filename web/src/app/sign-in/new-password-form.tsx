import { passwordProblem } from '@kufang/kernel/password.ts'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { describeError } from '../../kit/api/api-error.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { noProblem, Problem } from './problem.tsx'
import type { ShownProblem } from './problem.tsx'
import { passwordProblemTexts } from '../account/password-problems.ts'
import { changePassword, leaveForSignIn } from '../session/session.ts'
import { signInMessages } from './sign-in-messages.ts'
import styles from '../stand-alone/stand-alone.module.css'

/** The enforced change of a password. */
export function NewPasswordForm(props: { account: string; onChanged: () => void }): ReactNode {
  const t = useMessages(signInMessages)
  const { label } = useLanguage()
  const [problem, setProblem] = useState<ShownProblem>(noProblem)
  const [isBusy, setBusy] = useState(false)

  const submit = async (form: FormData): Promise<void> => {
    const read = (name: string): string => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const [old, wanted] = [read('old'), read('new')]
    const found = passwordProblem(old, wanted, read('confirmation'))
    if (found !== null) {
      setProblem({ text: label(passwordProblemTexts[found]), requestId: null })
      return
    }
    setBusy(true)
    try {
      await changePassword(props.account, old, wanted)
      leaveForSignIn()
      props.onChanged()
    } catch (thrown) {
      setProblem(describeError(thrown))
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isBusy) void submit(new FormData(event.currentTarget))
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p className={styles.note}>{t('mustChange')}</p>
      <label>
        {t('oldPassword')}
        <input name="old" type="password" autoComplete="current-password" />
      </label>
      <label>
        {t('newPassword')}
        <input name="new" type="password" autoComplete="new-password" />
      </label>
      <label>
        {t('confirmation')}
        <input name="confirmation" type="password" autoComplete="new-password" />
      </label>
      <p className={styles.hint}>{t('passwordRule')}</p>
      <Problem problem={problem} />
      <button type="submit" className={styles.primary} disabled={isBusy}>
        {t('change')}
      </button>
    </form>
  )
}
