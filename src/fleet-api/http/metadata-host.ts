// Machines in a cloud ask such hosts for their own credentials. No fleet server has such an address, and a request there
// could only be somebody's trick.

const NAMES = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.azure.internal",
  "metadata.azure.com",
  "metadata.tencentyun.com",
  "metadata.platformequinix.com",
  "metadata.packet.net",
  "metadata.oraclecloud.com",
  "instance-data",
  "instance-data.ec2.internal",
]);

/** Outside of 169.254.0.0/16: Alibaba, Azure, Oracle. */
const ADDRESSES = new Set(["100.100.100.200", "168.63.129.16", "192.0.0.192"]);

/** Unique local addresses that clouds use for metadata: Amazon, Google. */
const IPV6_ADDRESSES = new Set(["fd00:ec2::254", "fd20:ce::254"]);

/** The prefixes under which IPv6 carries IPv4: mapped, compatible, translated (RFC 6052), and 6to4, which ends the address. */
const EMBEDDED = /^(?:::ffff:(?:0:)?|::|64:ff9b::|2002:)([0-9a-f]{1,4}):([0-9a-f]{1,4})(?:::|$)/;

/**
 * Whether a host, as `URL.hostname` spells it, is link-local or where a cloud keeps its machines' metadata. Names are not
 * looked up: a name that leads to such an address is found out by its certificate.
 */
export function isMetadataHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "");
  return NAMES.has(host) || isMetadataAddress(host) || isMetadataIpv6(/^\[(.*)\]$/.exec(host)?.[1] ?? "");
}

function isMetadataAddress(address: string): boolean {
  return address.startsWith("169.254.") || ADDRESSES.has(address);
}

function isMetadataIpv6(address: string): boolean {
  if (/^fe[89ab][0-9a-f]:/.test(address) || IPV6_ADDRESSES.has(address)) return true;
  const [, high, low] = EMBEDDED.exec(address) ?? [];
  if (high === undefined || low === undefined) return false;
  const bits = Number.parseInt(high, 16) * 0x1_0000 + Number.parseInt(low, 16);
  return isMetadataAddress([24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join("."));
}
