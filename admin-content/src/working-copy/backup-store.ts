// Backups of unsaved work in IndexedDB: a record for each editing session of a record. Transactions are strict:
// when one is complete its data is on the disk, and a killed browser or machine does not lose it.

export type StoredBackup = { id: string; session: string } & Record<string, unknown>;

const DATABASE = "heliriiul.desk";
const STORE = "backups";

let database: IDBDatabase | undefined;
let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: ["id", "session"] });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      database = request.result;
      database.onclose = forget;
      database.onversionchange = () => {
        database?.close();
        forget();
      };
      resolve(database);
    };
  }).catch((error) => {
    forget();
    throw error;
  });
  return opening;
}

function forget(): void {
  database = undefined;
  opening = undefined;
}

async function transact<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  // If the database is open, the write has started before this returns, because a closing page cannot wait.
  const transaction = (database ?? (await open())).transaction(STORE, mode, {
    durability: "strict",
  });
  const request = work(transaction.objectStore(STORE));
  if (mode === "readwrite") transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** If storage is full or denied, the work is still on the screen and is saved to the server. */
const ignored = () => {};

export async function putBackup(backup: StoredBackup): Promise<void> {
  await transact("readwrite", (store) => store.put(backup)).catch(ignored);
}

export async function deleteBackup(id: string, session: string): Promise<void> {
  await transact("readwrite", (store) => store.delete([id, session])).catch(ignored);
}

export async function listBackups(id: string): Promise<StoredBackup[]> {
  const all = (store: IDBObjectStore) => store.getAll(IDBKeyRange.bound([id], [id, []]));
  return transact("readonly", all).catch(() => []);
}
