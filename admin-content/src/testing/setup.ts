// Shared by every unit test: unmounts between tests and fails a test that logs an error or warning.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { clearToasts } from "storefront/kit/toast.tsx";
import { afterEach, beforeEach, expect, vi } from "vitest";

// A busy machine may render late.
configure({ asyncUtilTimeout: 5000 });

beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  cleanup();
  clearToasts();
  localStorage.clear();
  expect(console.error).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
});
