internal import Glibc

/// The operating system's errors in words.
public enum SystemError {
    /// Returns the meaning of an error number (errno): the system's words in English, and a Korean translation. For a
    /// rare error, both languages have the English words.
    public static func words(_ number: Int32) -> Words {
        let en = String(cString: strerror(number))
        return Words(en: en, ko: korean(number) ?? en)
    }

    private static func korean(_ number: Int32) -> String? {
        switch number {
        case ENOENT: "파일이나 폴더가 없음"
        case EACCES: "권한 없음"
        case EPERM: "허용되지 않는 작업"
        case EISDIR: "폴더임"
        case ENOTDIR: "경로의 일부가 폴더가 아님"
        case EEXIST: "이미 있음"
        case ENOSPC: "디스크 공간 부족"
        case EDQUOT: "디스크 할당량 초과"
        case EFBIG: "파일이 너무 큼"
        case EIO: "입출력 오류"
        case EROFS: "읽기 전용 파일 시스템"
        case ENAMETOOLONG: "이름이 너무 김"
        case ELOOP: "심볼릭 링크가 너무 많음"
        case EPIPE: "받는 쪽이 닫힌 파이프"
        case EBUSY: "사용 중"
        case EMFILE, ENFILE: "열린 파일이 너무 많음"
        case ENOMEM: "메모리 부족"
        case EINVAL: "잘못된 값"
        case ETIMEDOUT: "시간 초과"
        case ENODEV, ENXIO: "장치가 없음"
        default: nil
        }
    }
}
