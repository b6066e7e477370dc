import { createPrivateKey, X509Certificate } from 'node:crypto'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { staleVersion } from '../platform/http/stale-version.ts'

/** The configuration of SAML sign-in, without the private key. */
export interface SamlConfiguration {
  isOn: boolean
  /** Our entity id; also the required audience of responses. */
  entityId: string
  /** The public URL, such as https://kufang.example.com/; '' uses the URL of the request. */
  publicUrl: string
  providerEntityId: string
  /** The provider's URL for AuthnRequests by redirect. */
  signInUrl: string
  /** One or more certificates, PEM. */
  providerCertificates: string
  /** The attribute with the account; '' uses the NameID. */
  accountAttribute: string
  isResponseSigned: boolean
  clockSkewSeconds: number
  /** Our own certificate, PEM; '' if we neither sign nor decrypt. */
  certificate: string
  labelZh: string
  labelEn: string
  version: number
}

/** For the configuration page: whether there is a private key, never the key itself. */
export type SamlConfigurationView = SamlConfiguration & { hasPrivateKey: boolean }

/** The encryption context of the private key, so that a copied row cannot be decrypted. */
const sealedTo = 'saml/private-key'

const columns = `is_on, entity_id, public_url, provider_entity_id, sign_in_url, provider_certificates, account_attribute,
  is_response_signed, clock_skew_seconds, certificate, label_zh, label_en, version, private_key <> '' as has_private_key`

/** The configuration without the private key; null if not configured. */
export async function readSamlConfiguration(
  database: Queryable,
): Promise<SamlConfigurationView | null> {
  const [row] = await database.query<SamlConfigurationView>(
    `select ${columns} from saml_configuration`,
  )
  return row ?? null
}

/** The private key as PEM, '' for none. Throws if it was encrypted with another key. */
export async function readSamlPrivateKey(database: Queryable, secrets: SecretBox): Promise<string> {
  const [row] = await database.query<{ privateKey: string }>(
    `select private_key from saml_configuration`,
  )
  return row === undefined || row.privateKey === '' ? '' : secrets.open(row.privateKey, sealedTo)
}

export interface SamlConfigurationChange extends Omit<SamlConfiguration, 'version'> {
  /** The version opened by the page; 0 if there was none. */
  version: number
  /** If absent, the existing key is kept; '' removes it. */
  privateKey?: string | undefined
}

/**
 * Replaces the configuration. Refuses `version-stale`, and `saml-configuration-invalid` for certificates or keys that
 * are unreadable, do not match, or have expired.
 */
export async function writeSamlConfiguration(
  tx: Queryable,
  secrets: SecretBox,
  change: SamlConfigurationChange,
  changedBy: string,
): Promise<void> {
  checkCertificates(change.providerCertificates, 'providerCertificates')
  if (change.privateKey) checkKey(change.privateKey, change.certificate)
  const before = await readSamlConfiguration(tx)
  if ((before?.version ?? 0) !== change.version) {
    const [last] = await tx.query<{ at: string; user: string }>(
      `select c.changed_at as at, coalesce(u.user_name, '') as user
       from saml_configuration c left join app_user u on u.id = c.changed_by`,
    )
    throw staleVersion({
      no: 'SAML',
      user: last?.user ?? '',
      at: last?.at ?? '',
      current: before?.version ?? 0,
      given: change.version,
    })
  }
  const sealed = change.privateKey ? secrets.seal(change.privateKey, sealedTo) : change.privateKey
  await tx.query(
    `insert into saml_configuration as c (is_on, entity_id, public_url, provider_entity_id, sign_in_url,
       provider_certificates, account_attribute, is_response_signed, clock_skew_seconds, certificate,
       label_zh, label_en, private_key, changed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13, ''), $14)
     on conflict (only_one) do update set is_on = $1, entity_id = $2, public_url = $3, provider_entity_id = $4,
       sign_in_url = $5, provider_certificates = $6, account_attribute = $7, is_response_signed = $8,
       clock_skew_seconds = $9, certificate = $10, label_zh = $11, label_en = $12,
       private_key = coalesce($13, c.private_key), changed_by = $14, changed_at = excluded.changed_at, version = c.version + 1`,
    [
      change.isOn,
      change.entityId,
      change.publicUrl,
      change.providerEntityId,
      change.signInUrl,
      change.providerCertificates,
      change.accountAttribute,
      change.isResponseSigned,
      change.clockSkewSeconds,
      change.certificate,
      change.labelZh,
      change.labelEn,
      sealed ?? null,
      changedBy,
    ],
  )
}

/** Splits a text with one or more certificates. */
export function certificatesIn(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}

function invalid(problem: string, field: string): Error {
  return refuse('saml-configuration-invalid', { problem }, { field })
}

function checkCertificates(text: string, field: string): void {
  const found = certificatesIn(text)
  if (found.length === 0) throw invalid('PEM', field)
  for (const pem of found) {
    const certificate = parsed(pem, field)
    if (Date.parse(certificate.validTo) < Date.now()) throw invalid(certificate.validTo, field)
  }
}

function parsed(pem: string, field: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw invalid('X.509', field)
  }
}

function checkKey(privateKey: string, certificate: string): void {
  const [pem] = certificatesIn(certificate)
  if (pem === undefined) throw invalid('PEM', 'certificate')
  let isOurs: boolean
  try {
    isOurs = parsed(pem, 'certificate').checkPrivateKey(createPrivateKey(privateKey))
  } catch {
    throw invalid('PKCS#8', 'privateKey')
  }
  if (!isOurs) throw invalid('certificate ≠ privateKey', 'certificate')
}
