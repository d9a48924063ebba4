//! Password hashes: argon2id with OWASP's parameters, off the async threads, at most two at once, in reused memory.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use argon2::{
    Algorithm, Argon2, Block, Params, PasswordHash, Version,
    password_hash::phc::{Output, ParamsString, Salt},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{ApiError, ApiResult, Code};

const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const MAX_CONCURRENT: usize = 2;

/// The longest wait for a turn; then the response is 503.
const TURN_TIMEOUT: Duration = Duration::from_secs(10);

/// Limits concurrent hashing and owns its memory.
pub struct Passwords {
    turns: Arc<Semaphore>,
    memory: Arc<Mutex<Vec<Vec<Block>>>>,
}

/// Permission to hash one password. Acquire it before the attempt is counted, so that there are never more attempts
/// in progress than turns.
pub struct Turn {
    permit: OwnedSemaphorePermit,
    memory: Arc<Mutex<Vec<Vec<Block>>>>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(MAX_CONCURRENT)), memory: Arc::default() }
    }
}

impl Passwords {
    /// Waits for a turn.
    pub async fn turn(&self) -> ApiResult<Turn> {
        let waiting = tokio::time::timeout(TURN_TIMEOUT, self.turns.clone().acquire_owned());
        match waiting.await {
            Ok(Ok(permit)) => Ok(Turn { permit, memory: self.memory.clone() }),
            Ok(Err(error)) => Err(ApiError::internal(error)),
            Err(_) => {
                Err(ApiError::new(Code::Unavailable, "Too many people are signing in right now.")
                    .retry_after(10))
            }
        }
    }
}

impl Turn {
    /// Returns the hash to store, as a PHC string.
    pub async fn hash(self, password: String) -> ApiResult<String> {
        self.run(move |memory| {
            let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(ApiError::internal)?;
            let salt = Salt::new(&rand::random::<[u8; 16]>()).map_err(ApiError::internal)?;
            let hash = compute(&params, password.as_bytes(), &salt, memory)?;
            let phc = PasswordHash {
                algorithm: Algorithm::Argon2id.ident(),
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(&params).map_err(ApiError::internal)?,
                salt: Some(salt),
                hash: Some(hash),
            };
            Ok(phc.to_string())
        })
        .await
    }

    /// Returns whether the password matches the hash. Without a hash it takes the same time and returns false.
    pub async fn matches(self, password: String, stored: Option<String>) -> ApiResult<bool> {
        self.run(move |memory| {
            let Some(stored) = stored else {
                let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(ApiError::internal)?;
                compute(&params, password.as_bytes(), b"nobody's salt", memory)?;
                return Ok(false);
            };
            let phc = PasswordHash::new(&stored).map_err(ApiError::internal)?;
            let params = Params::try_from(&phc).map_err(ApiError::internal)?;
            let (Some(salt), Some(hash)) = (phc.salt, phc.hash) else { return Ok(false) };
            // `Output` compares in constant time.
            Ok(compute(&params, password.as_bytes(), &salt, memory)? == hash)
        })
        .await
    }

    /// The blocking task owns the permit, so that a disconnected client does not free it before the task ends.
    async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Vec<Block>) -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        let Self { permit, memory } = self;
        let work = move || {
            let mut blocks = memory.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
            let done = work(&mut blocks);
            memory.lock().unwrap_or_else(PoisonError::into_inner).push(blocks);
            drop(permit);
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)?
    }
}

fn compute(params: &Params, password: &[u8], salt: &[u8], memory: &mut Vec<Block>) -> ApiResult<Output> {
    if memory.len() < params.block_count() {
        memory.resize(params.block_count(), Block::new());
    }
    let mut bytes = [0; Params::DEFAULT_OUTPUT_LEN];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone())
        .hash_password_into_with_memory(password, salt, &mut bytes, &mut *memory)
        .map_err(ApiError::internal)?;
    Output::new(&bytes).map_err(ApiError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let passwords = Passwords::default();
        let stored = passwords.turn().await.unwrap().hash("heliriiul".to_owned()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        for (password, is_right) in [("heliriiul", true), ("Heliriiul", false), ("", false)] {
            let turn = passwords.turn().await.unwrap();
            assert_eq!(turn.matches(password.to_owned(), Some(stored.clone())).await.unwrap(), is_right);
        }
        assert!(!passwords.turn().await.unwrap().matches("heliriiul".to_owned(), None).await.unwrap());
        assert_eq!(passwords.memory.lock().unwrap().len(), 1, "the memory is reused");
    }

    #[tokio::test]
    async fn hashes_of_other_programs_are_accepted() {
        use argon2::PasswordHasher;
        let stored = Argon2::default().hash_password(b"heliriiul").unwrap().to_string();
        let turn = Passwords::default().turn().await.unwrap();
        assert!(turn.matches("heliriiul".to_owned(), Some(stored)).await.unwrap());
    }
}
