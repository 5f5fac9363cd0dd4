import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBaseUrl } from "../../src/fleet-api/index.ts";

describe("B4 S10 an address", () => {
  it.each([
    ["https://fleet.example.com", "https://fleet.example.com/"],
    ["https://fleet.example.com/", "https://fleet.example.com/"],
    ["HTTPS://Fleet.Example.COM:443/base//v1///", "https://fleet.example.com/base/v1"],
    ["https://fleet.example.com:8443/base/", "https://fleet.example.com:8443/base"],
    ["https://bücher.example", "https://xn--bcher-kva.example/"],
    ["https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443/"],
    ["https://[::ffff:10.0.0.1]", "https://[::ffff:a00:1]/"],
    ["https://[2001:a9fe:a9fe::1]", "https://[2001:a9fe:a9fe::1]/"],
    ["https://[fec0::1]", "https://[fec0::1]/"],
    ["https://169.255.0.1", "https://169.255.0.1/"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000/"],
    ["http://127.1.2.3:3000/api/", "http://127.1.2.3:3000/api"],
    ["http://[::1]:3000", "http://[::1]:3000/"],
    ["http://localhost:3000", "http://localhost:3000/"],
  ])("the server address %s is read as %s", (text, href) => {
    const reading = parseBaseUrl(text);
    expect(reading.kind === "url" && reading.url.href).toBe(href);
  });

  it.each([
    ["http://fleet.example.com", "for loopback only"],
    ["http://127.0.0.1.example.com", "for loopback only"],
    ["http://localhost.example.com", "for loopback only"],
    ["http://10.0.0.1", "for loopback only"],
    ["http://[::ffff:127.0.0.1]", "for loopback only"],
    ["https://user:pass@fleet.example.com", "no user name or password"],
    ["https://@fleet.example.com", "no user name or password"],
    ["https://fleet.example.com?x=1", "no query"],
    ["https://fleet.example.com/#", "no fragment"],
    ["https://fleet.example.com:0", "port 0"],
    ["https://169.254.169.254/latest", "link-local"],
    ["https://[fe80::1]", "link-local"],
    ["https://0xA9FEA9FE", "link-local"],
    ["https://[::ffff:169.254.169.254]/latest", "link-local"],
    ["https://[febf::1]", "link-local"],
    ["https://169.254.0.1.", "link-local"],
    ["https://[febf::1%25eth0]", "not an address"],
    ["ftp://fleet.example.com", "https://"],
    ["fleet.example.com", "not an address"],
    ["https:fleet.example.com", "not an address"],
    ["", "not an address"],
    ["https://fleet.example.com\n", "blank"],
    [" https://fleet.example.com", "blank"],
    ["https:\\\\fleet.example.com", "backslash"],
  ])("the server address %j is refused", (text, said) => {
    const reading = parseBaseUrl(text);
    expect(reading.kind === "problem" && reading.message).toContain(said);
  });

  it("a server address that is accepted stays the same when read again, and is https or loopback", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl(), fc.webUrl({ validSchemes: ["http", "https"], withQueryParameters: true })),
        (text) => {
          const reading = parseBaseUrl(text);
          if (reading.kind === "problem") return;
          expect(reading.url.protocol).toBe("https:");
          expect(parseBaseUrl(reading.url.href)).toEqual(reading);
        },
      ),
    );
  });
});
