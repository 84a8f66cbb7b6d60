import tls from 'node:tls';

/** A mail server's certificate for 127.0.0.1 and its key, made for tests, until 2119. */
export const CERTIFICATE = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUM70deEZvODuvTdkvJwwQvy0G4fkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTIwMDEwMTAwMDAwMVoYDzIxMTkxMjA4
MDAwMDAxWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQO12lvlmpiZ1zSIrABv85KYHCtLfAIkWlAp3rKXc7CJdv72NR5nqsE
2DCg9UgbF90tjYpiHwNvv+aeUtDWvDeSo2QwYjAdBgNVHQ4EFgQUq6SmF6pVjiXz
xXV85UcbBNV8YQIwHwYDVR0jBBgwFoAUq6SmF6pVjiXzxXV85UcbBNV8YQIwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IGS5kFvPDkKhFGWDwrF5ha/Ps3bF75asfaykOOIhJADgAiEAqpyoNudp5plZBlwp
XoJ//mgF9VNR+79oVnp22F98sxg=
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsl3hX2goA6MXNHsO
e1a8nHvSxoSM+BZnJuGl/BQ15kKhRANCAAQO12lvlmpiZ1zSIrABv85KYHCtLfAI
kWlAp3rKXc7CJdv72NR5nqsE2DCg9UgbF90tjYpiHwNvv+aeUtDWvDeS
-----END PRIVATE KEY-----`,
};

/** Has this process trust it, as an operator's machine trusts who signed theirs; call the returned to end that. */
export function trustCertificate(): () => void {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, CERTIFICATE.cert]);
  return () => tls.setDefaultCACertificates(before);
}
