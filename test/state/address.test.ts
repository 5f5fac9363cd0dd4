import { describe, expect, it } from "vitest";
import { parseStateAddress } from "../../src/state/index.ts";

describe("a state address", () => {
  it.each([
    ["file:.platectl/state.jsonl", { kind: "file", path: ".platectl/state.jsonl" }],
    ["file:/var/lib/plate ctl/å.jsonl", { kind: "file", path: "/var/lib/plate ctl/å.jsonl" }],
    ["git:platectl-state", { kind: "git", branch: "platectl-state" }],
    ["git:platectl-state@origin", { kind: "git", branch: "platectl-state", remote: "origin" }],
    ["git:state/eu.1@up-stream", { kind: "git", branch: "state/eu.1", remote: "up-stream" }],
  ])("the state address %s is read", (text, address) => {
    expect(parseStateAddress(text)).toEqual(address);
  });

  it.each([
    ["", "of an unknown kind"],
    ["state.jsonl", "of an unknown kind"],
    ["s3:bucket", "of an unknown kind"],
    ["file:", "file name"],
    ["file:folder/", "file name"],
    ["file:a\nb", "control character"],
    ["git:", "not a branch name"],
    ["git:@origin", "not a branch name"],
    ["git:-upload-pack=x", "not a branch name"],
    ["git:a..b", "not a branch name"],
    ["git:a//b", "not a branch name"],
    ["git:a/", "not a branch name"],
    ["git:a.lock", "not a branch name"],
    ["git:a.lock/b", "not a branch name"],
    ["git:a b", "not a branch name"],
    ["git:a:refs/heads/main", "not a branch name"],
    ["git:a@", "not the name of a git remote"],
    ["git:a@-x", "not the name of a git remote"],
    ["git:a@ext::sh -c id", "not the name of a git remote"],
    ["git:a@https://evil.example/x", "not the name of a git remote"],
  ])("S20: the state address %j is refused", (text, why) => {
    expect(parseStateAddress(text)).toEqual({ kind: "problem", message: expect.stringContaining(why) });
  });
});
