import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { CacheProvider, Profile } from '@node-saml/node-saml'
import type { Queryable } from '../platform/database/database.ts'
import type { SamlConfiguration } from './saml-configuration.ts'
import { certificatesIn } from './saml-configuration.ts'

/** The time limit at the provider, including passwords and second factors. */
const requestMinutes = 15

/** A response of the provider that is not accepted; the message is for the log only. */
export class SamlProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SamlProblem'
  }
}

/** Our path to which the provider's responses are posted. */
export const consumerPath = '/api/oauth/saml/acs'

export interface SamlParty {
  configuration: SamlConfiguration
  /** PEM, '' for none. */
  privateKey: string
  /** The public URL without a trailing slash. */
  publicUrl: string
}

/** The service provider, with requests stored in the database so that any process can accept the response. */
function serviceProvider(
  { configuration, privateKey, publicUrl }: SamlParty,
  requests: CacheProvider,
): SAML {
  const keys =
    privateKey === ''
      ? {}
      : { privateKey, decryptionPvk: privateKey, publicCert: configuration.certificate }
  return new SAML({
    ...keys,
    issuer: configuration.entityId,
    audience: configuration.entityId,
    callbackUrl: `${publicUrl}${consumerPath}`,
    entryPoint: configuration.signInUrl,
    idpIssuer: configuration.providerEntityId,
    idpCert: certificatesIn(configuration.providerCertificates),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: configuration.isResponseSigned,
    acceptedClockSkewMs: configuration.clockSkewSeconds * 1000,
    maxAssertionAgeMs: requestMinutes * 60_000,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: requestMinutes * 60_000,
    cacheProvider: requests,
  })
}

/** The metadata for configuring the provider. */
export function samlMetadata(party: SamlParty): string {
  const { certificate } = party.configuration
  const own = party.privateKey === '' ? null : certificate
  return serviceProvider(party, noRequests).generateServiceProviderMetadata(own, own)
}

/** Metadata needs no requests. */
const noRequests: CacheProvider = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
}

/**
 * Starts a sign-in: stores the request with its browser.
 * @param browserHash digest of the secret in the browser's cookie
 * @param redirect page of the product to open afterwards
 * @returns the provider's URL with the AuthnRequest
 */
export function beginSamlSignIn(
  database: Queryable,
  party: SamlParty,
  browserHash: string,
  redirect: string,
): Promise<string> {
  const requests: CacheProvider = {
    ...requestTable(database),
    async saveAsync(requestId, value) {
      await database.query(
        `insert into saml_request (request_id, expires_at, browser_hash, redirect)
         values ($1, now() + make_interval(mins => $2), $3, $4)`,
        [requestId, requestMinutes, browserHash, redirect],
      )
      return { value, createdAt: Date.now() }
    },
  }
  return serviceProvider(party, requests).getAuthorizeUrlAsync('', undefined, {})
}

/** Pending requests in the interface of the library: the value is the time of issue. */
function requestTable(database: Queryable): CacheProvider {
  return {
    saveAsync: async () => null,
    async getAsync(requestId) {
      const [row] = await database.query<{ issuedAt: string }>(
        `select issued_at from saml_request where request_id = $1 and expires_at > now()`,
        [requestId],
      )
      return row?.issuedAt ?? null
    },
    // `takeSamlAnswer` marks a request as used, in one transaction with the result.
    removeAsync: async (requestId) => requestId,
  }
}

export interface SamlAnswer {
  account: string
  sessionIndex: string
  assertionId: string
  /** The request of the response. */
  requestId: string
  /** After this time the assertion is invalid anyway. */
  expiresAt: Date
}

/**
 * Validates a posted SAMLResponse: the library checks signature, issuer, audience, times and the request; this function
 * checks that the assertion itself names the request and our URL. Throws `SamlProblem`. The caller checks that it is
 * used only once.
 */
export async function readSamlAnswer(
  database: Queryable,
  party: SamlParty,
  samlResponse: string,
): Promise<SamlAnswer> {
  let profile: Profile | null
  try {
    const provider = serviceProvider(party, requestTable(database))
    ;({ profile } = await provider.validatePostResponseAsync({ SAMLResponse: samlResponse }))
  } catch (error) {
    throw new SamlProblem(error instanceof Error ? error.message : String(error))
  }
  if (profile === null) throw new SamlProblem('no profile')
  if (profile.issuer !== party.configuration.providerEntityId) {
    throw new SamlProblem(`the issuer is ${profile.issuer}`)
  }
  const assertion = assertionOf(profile)
  const confirmation = confirmationFor(assertion, party, profile)
  const named = party.configuration.accountAttribute
  const account = named === '' ? profile.nameID : profile[named]
  if (typeof account !== 'string' || account.trim() === '') {
    throw new SamlProblem(`no account in ${named === '' ? 'NameID' : named}`)
  }
  return {
    account,
    sessionIndex: profile.sessionIndex ?? '',
    assertionId: assertion.$.ID,
    requestId: confirmation.InResponseTo,
    expiresAt: new Date(Date.parse(confirmation.NotOnOrAfter) + 3_600_000),
  }
}

interface Confirmation {
  InResponseTo: string
  Recipient: string
  NotOnOrAfter: string
}

interface ParsedAssertion {
  $: { ID: string }
  Subject?: {
    SubjectConfirmation?: { SubjectConfirmationData?: { $?: Partial<Confirmation> }[] }[]
  }[]
}

/** The signed assertion as parsed by the library. */
function assertionOf(profile: Profile): ParsedAssertion {
  const parsed = profile.getAssertion?.() as { Assertion?: ParsedAssertion } | undefined
  if (parsed?.Assertion?.$.ID === undefined) throw new SamlProblem('the assertion has no ID')
  return parsed.Assertion
}

/**
 * The subject must be confirmed for our URL, this request and a limited time: only this is covered by the signature if
 * the provider signs only the assertion.
 */
function confirmationFor(
  assertion: ParsedAssertion,
  party: SamlParty,
  profile: Profile,
): Confirmation {
  const asked = profile['inResponseTo']
  const found = (assertion.Subject ?? [])
    .flatMap((subject) => subject.SubjectConfirmation ?? [])
    .flatMap((confirmation) => confirmation.SubjectConfirmationData ?? [])
    .map((data) => data.$ ?? {})
    .find(
      (data): data is Confirmation =>
        data.InResponseTo !== undefined &&
        data.InResponseTo === asked &&
        data.Recipient === `${party.publicUrl}${consumerPath}` &&
        Date.parse(data.NotOnOrAfter ?? '') > 0,
    )
  if (found === undefined) throw new SamlProblem('the subject is not confirmed for this request')
  return found
}
