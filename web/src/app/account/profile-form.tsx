import { UserOutlined } from '@ant-design/icons'
import { Avatar, Button, Flex, Form, Input, Typography } from 'antd'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '../../kit/api/api-error.ts'
import { callApi } from '../../kit/api/client.ts'
import { uploadFile } from '../../kit/api/files.ts'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { showOwnProfile } from '../session/session.ts'
import { accountMessages } from './account-messages.ts'
import type { OwnProfile } from './own-profile.ts'
import type { ProfileEntries } from './profile-rules.ts'
import { isPictureName, photoBytesMax, profileProblems } from './profile-rules.ts'

/** Separates a field's error text from the next label. */
const spaced = { paddingBlockEnd: 8 }

/** The form to change the own profile and picture; errors are shown below their field. */
// oxlint-disable-next-line max-lines-per-function -- one form: a field after the other
export function ProfileForm(props: {
  profile: OwnProfile
  onSaved: (profile: OwnProfile) => void
  onCancel: () => void
}): ReactNode {
  const { profile } = props
  const t = useMessages(accountMessages)
  const shell = useMessages(shellMessages)
  const { label } = useLanguage()
  const [entries, setEntries] = useState<ProfileEntries>({
    userName: profile.userName,
    email: profile.email,
    mobile: profile.mobile,
    address: profile.address,
    telephone: profile.telephone,
    idCard: profile.idCard,
    photo: profile.photo,
  })
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const problems = profileProblems(entries)

  const save = async (): Promise<void> => {
    setTried(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    try {
      const { datas, message } = await callApi<OwnProfile>('/api/user/uouser/updateUserInfo', {
        method: 'POST',
        body: { userId: profile.userId, ...entries },
      })
      toast.success(message === '' ? t('saved') : message)
      showOwnProfile({ username: datas.userName, avatar: datas.photo })
      props.onSaved(datas)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const field = (
    name: Exclude<keyof ProfileEntries, 'photo'>,
    text: string,
    isRequired: boolean,
    autoComplete: string,
  ): ReactNode => {
    const served =
      error instanceof ApiError ? error.details.find((detail) => detail.field === name) : undefined
    const problem = (hasTried ? problems[name] : undefined) ?? served
    return (
      <Form.Item
        label={text}
        required={isRequired}
        htmlFor={`profile-${name}`}
        validateStatus={problem === undefined ? '' : 'error'}
        help={problem === undefined ? undefined : label(problem)}
        style={problem === undefined ? {} : spaced}
      >
        <Input
          id={`profile-${name}`}
          value={entries[name]}
          autoComplete={autoComplete}
          aria-required={isRequired}
          aria-invalid={problem !== undefined}
          onChange={(event) => setEntries({ ...entries, [name]: event.target.value })}
        />
      </Form.Item>
    )
  }
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      <ErrorBanner error={error} />
      <AvatarField
        photo={entries.photo}
        problem={hasTried && problems.photo !== undefined ? label(problems.photo) : ''}
        onChosen={(photo) => setEntries((known) => ({ ...known, photo }))}
      />
      {field('userName', shell('name'), true, 'name')}
      {field('mobile', shell('mobile'), true, 'tel-national')}
      {field('email', shell('email'), true, 'email')}
      {field('address', shell('address'), true, 'street-address')}
      {field('telephone', shell('telephone'), false, 'off')}
      {field('idCard', t('idCard'), false, 'off')}
      <Flex gap={12} justify="flex-end">
        <Button onClick={props.onCancel}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('save')}
        </Button>
      </Flex>
    </Form>
  )
}

function AvatarField(props: {
  photo: string
  problem: string
  onChosen: (photo: string) => void
}): ReactNode {
  const t = useMessages(accountMessages)
  const chooser = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const upload = async (file: File): Promise<void> => {
    if (!isPictureName(file.name)) {
      toast.warning(t('avatarKind'))
      return
    }
    if (file.size > photoBytesMax) {
      toast.warning(t('avatarSize'))
      return
    }
    setBusy(true)
    try {
      const { path } = await uploadFile<{ path: string }>('/api/file/file_upload', file)
      props.onChosen(path)
    } catch (thrown) {
      toast.error(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form.Item
      label={t('avatar')}
      required
      validateStatus={props.problem === '' ? '' : 'error'}
      help={props.problem === '' ? undefined : props.problem}
      style={props.problem === '' ? {} : spaced}
    >
      <Flex gap={16} align="center">
        <Avatar
          size={64}
          icon={<UserOutlined aria-hidden />}
          src={
            props.photo === '' ? null : <img src={pictureAddress(props.photo)} alt={t('avatar')} />
          }
        />
        <Flex vertical gap={4}>
          <input
            ref={chooser}
            type="file"
            accept=".png,.gif,.jpg,.jpeg"
            aria-label={t('changeAvatar')}
            // antd ignores `hidden` on inputs.
            style={{ display: 'none' }}
            onChange={(event) => {
              const file = event.target.files?.[0]
              // Allows the same file to be selected again after a failure.
              event.target.value = ''
              if (file !== undefined) void upload(file)
            }}
          />
          <Button loading={isBusy} onClick={() => chooser.current?.click()}>
            {t('changeAvatar')}
          </Button>
          <Typography.Text type="secondary">{t('avatarHint')}</Typography.Text>
        </Flex>
      </Flex>
    </Form.Item>
  )
}

/** Relative to the page, so that a proxy may serve the product under any path. */
export function pictureAddress(path: string): string {
  return path.replace(/^\//, '')
}
